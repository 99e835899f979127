import { Logger } from '@nestjs/common';
import { decodingConfined } from '#backend/platform/telemetry/metrics.js';
import { onConfinement } from '../decoding/decode.js';
import { PIXEL, reEncodeImage } from '../pictures/re-encode-image.js';

/**
 * Decodes a small built-in picture as a job does, to detect at startup that the kernel cannot confine the process. Each
 * decoding updates the metric. Never throws: the jobs of other queues need no decoding.
 * @param required whether uploads wait for confinement; otherwise they are decoded without it
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
