import { Logger } from '@nestjs/common';
import { decodingConfined } from '#backend/platform/telemetry/metrics.js';
import { onConfinement } from '../decoding/decode.js';
import { PIXEL, reEncodeImage } from '../pictures/re-encode-image.js';

/**
 * Decodes a small built-in picture at startup, as a job does, to test whether the kernel can confine the decoding process.
 * Every later decoding updates the metric too. A failed check is logged and not thrown: the worker must start, because it
 * can also run jobs that decode no files.
 * @param required whether the worker refuses to decode an upload in a process that is not confined
 */
export async function checkDecoding(
  required: boolean,
  logger: Pick<Logger, 'log' | 'warn' | 'error'> = new Logger('Decoding'),
  decode: (picture: Buffer) => Promise<Buffer> = (picture) => reEncodeImage(picture, { confined: 'required' }),
): Promise<void> {
  onConfinement((confined) => decodingConfined.set(confined ? 1 : 0));
  try {
    await decode(PIXEL);
  } catch (error) {
    decodingConfined.set(0);
    const reason = error instanceof Error ? error.message : String(error);
    if (required) logger.error({ reason }, 'uploads cannot be decoded: the kernel cannot confine the decoding process');
    else logger.warn({ reason }, 'uploads are decoded in a process that the kernel does not confine');
  }
}
