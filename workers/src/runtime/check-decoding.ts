import { Logger } from '@nestjs/common';
import { decodingConfined } from '#backend/platform/telemetry/metrics.js';
import { onConfinement } from '../decoding/decode.js';
import { PIXEL, reEncodeImage } from '../pictures/re-encode-image.js';

/**
 * Decodes a small built-in picture at startup, as a job does, to detect that the kernel cannot confine the process. Every later
 * decoding updates the metric too. It never throws, because the jobs of other queues do not decode files.
 * @param required whether uploads are decoded only in a confined process
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
    if (required) logger.error({ reason }, 'uploads cannot be decoded: the kernel cannot confine the process');
    else logger.warn({ reason }, 'uploads are decoded in a process that the kernel does not confine');
  }
}
