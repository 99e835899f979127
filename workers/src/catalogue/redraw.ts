import sharp from 'sharp';

/** The picture itself is at fault; trying again gives the same answer. */
export class PictureRefused extends Error {
  constructor(readonly code: 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'UNREADABLE') {
    super(code);
  }
}

/** As the pictures of the demo shop; a very tall one is cut down to what a screen shows. */
const WIDTH = 800;
const TALLEST = 1600;
const PIXELS = 50_000_000;

/** The first bytes of what is taken; anything else, SVG above all, never reaches a decoder. */
const STARTS: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * The same picture as new pixels: upright, at most 800 wide, without camera, place, preview or anything else that
 * travelled along. Throws PictureRefused when there is no picture in it.
 */
export async function redraw(source: Buffer): Promise<Buffer> {
  if (!STARTS.some((fits) => fits(source))) throw new PictureRefused('NOT_A_PICTURE');
  const options = { limitInputPixels: PIXELS, failOn: 'error' } as const;
  try {
    return await sharp(source, options)
      .autoOrient()
      .resize({ width: WIDTH, height: TALLEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .timeout({ seconds: 30 })
      .toBuffer();
  } catch (error) {
    throw new PictureRefused(/pixel limit/i.test(String(error)) ? 'TOO_MANY_PIXELS' : 'UNREADABLE');
  }
}
