import sharp from 'sharp';

/**
 * @param svg a drawing
 * @param width the width in pixels
 * @returns a WebP picture; its bytes depend on the drawing and the width alone
 */
export function rasterise(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 84, effort: 2 }).toBuffer();
}
