import { Logger } from '@nestjs/common';
import { decodingConfined } from '#backend/platform/telemetry/metrics.js';
import { onConfinement } from '../decoding/decode.js';
import { PIXEL, reEncodeImage } from '../pictures/re-encode-image.js';

/**
 * Decodes a picture of its own as a job would, so that a kernel that cannot confine the process shows when the workers
 * start and not with the first upload; each decoding measures it anew. Never throws: the other queues have work that needs no decoding.
 * @param required whether uploads wait until it is mended, or are decoded all the same
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
    if (required) logger.error({ reason }, 'uploads cannot be decoded: the process for it cannot be confined');
    else logger.warn({ reason }, 'uploads are decoded in a process that the kernel does not confine');
  }
}
