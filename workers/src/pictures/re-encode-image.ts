import { LimitReached, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { type PictureRefusal, PictureRefused } from './picture-refused.js';

const MIB = 1024 ** 2;

/** Memory for 50 megapixels of four bytes, twice, and the buffers of libvips. The largest JPEG takes 330 MiB, as measured. */
const MEMORY_BYTES = 768 * MIB;
const CPU_SECONDS = 10;
/** Timeout. It does not refuse the file, because a busy machine can cause it. */
const MILLISECONDS = 50_000;
const RESULT_BYTES = 20 * MIB;
/** Maximum size of the head of the result. */
const HEAD_BYTES = 1024;

/**
 * A picture of one white pixel. When even this sample cannot be decoded, the machine is at fault and not the uploaded file.
 */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
);

/** Tests for the magic numbers of JPEG, PNG and WebP. Other formats, such as SVG, never reach a decoder. */
const SIGNATURES: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

export interface ReEncodeOptions {
  signal?: AbortSignal;
  /** `required`: the file is not decoded when the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently and that share its memory; 1 by default. */
  share?: number;
  /** Whether no other file may be decoded at the same time. */
  alone?: boolean;
  /** Called after waiting for a free slot, before the decoding process starts. */
  onStart?: (() => Promise<void>) | undefined;
}

/**
 * Re-encodes a picture in a confined process.
 * @throws {PictureRefused} when the file is no picture or exceeds a limit
 * @throws {unknown} the signal's reason when aborted; other errors for problems of the machine
 */
export async function reEncodeImage(source: Buffer, options: ReEncodeOptions = {}): Promise<Buffer> {
  if (!SIGNATURES.some((matches) => matches(source))) throw new PictureRefused('NOT_A_PICTURE');
  const memoryOptions = memoryRoom(MEMORY_BYTES, source.length, options.share ?? 1);
  try {
    const output = await decodeFile({
      program: programBeside(import.meta.url, 're-encode-process'),
      source,
      cpuSeconds: CPU_SECONDS,
      milliseconds: MILLISECONDS,
      resultBytes: RESULT_BYTES,
      sample: PIXEL,
      addons: true,
      confined: 'preferred',
      ...options,
      memoryBytes: Math.min(MEMORY_BYTES, memoryOptions.memoryBytes),
      alone: memoryOptions.alone || options.alone,
    });
    const { head, bytes } = readResult<{ refused?: PictureRefusal }>(output, HEAD_BYTES);
    if (head.refused) throw new PictureRefused(head.refused);
    return bytes;
  } catch (error) {
    if (error instanceof LimitReached)
      throw new PictureRefused(error.limit === 'failed' ? 'UNREADABLE' : 'TOO_COMPLEX');
    throw error;
  }
}
