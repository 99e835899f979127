import sharp from 'sharp';
import { PictureRefused } from './picture-refused.js';

/** As the pictures of the demo shop; a very tall one is cut down to what a screen shows. */
const WIDTH = 800;
const TALLEST = 1600;
const PIXELS = 50_000_000;

/**
 * Draws a picture anew: upright, at most 800 wide, without camera, place, preview or anything else that travelled along.
 * Only for the process that `redraw` starts. Throws PictureRefused when there is no picture in it.
 */
export async function reEncodeInProcess(source: Buffer): Promise<Buffer> {
  const options = { limitInputPixels: PIXELS, failOn: 'error' } as const;
  try {
    return await sharp(source, options)
      .autoOrient()
      .resize({ width: WIDTH, height: TALLEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    throw new PictureRefused(/pixel limit/i.test(String(error)) ? 'TOO_MANY_PIXELS' : 'UNREADABLE');
  }
}
