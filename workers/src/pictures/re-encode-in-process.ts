import sharp from 'sharp';
import { PictureRefused } from './picture-refused.js';

/** Maximum width and height of the result in pixels. */
const WIDTH = 800;
const HEIGHT = 1600;
/** Maximum number of pixels of the source. */
const PIXELS = 50_000_000;

/**
 * Re-encodes a picture as WebP: upright, at most 800 by 1600 pixels, without metadata. Only the confined process that
 * `reEncodeImage` starts may call this function.
 * @throws {PictureRefused} when the file cannot be decoded
 */
export async function reEncodeInProcess(source: Buffer): Promise<Buffer> {
  const options = { limitInputPixels: PIXELS, failOn: 'error' } as const;
  try {
    return await sharp(source, options)
      .autoOrient()
      .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    throw new PictureRefused(/pixel limit/i.test(String(error)) ? 'TOO_MANY_PIXELS' : 'UNREADABLE');
  }
}
