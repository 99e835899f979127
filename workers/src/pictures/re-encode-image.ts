import { LimitReached, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { type PictureRefusal, PictureRefused } from './picture-refused.js';

const MIB = 1024 ** 2;

/** 50 megapixels of four bytes, twice, and buffers of libvips. Measured: 330 MiB for the largest JPEG. */
const MEMORY_BYTES = 768 * MIB;
const CPU_SECONDS = 10;
/** Timeout; reaching it is not the fault of the file. */
const MILLISECONDS = 50_000;
const RESULT_BYTES = 20 * MIB;
/** Maximum size of the head of the result. */
const HEAD_BYTES = 1024;

/** A white pixel, as a sample that must be decodable on a working machine. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
);

/** Magic numbers of JPEG, PNG and WebP. Other formats, such as SVG, never reach a decoder. */
const SIGNATURES: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

export interface ReEncodeOptions {
  signal?: AbortSignal;
  /** `required`: do not decode when the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently; they share its memory. */
  share?: number;
  /** No other file is decoded at the same time. */
  alone?: boolean;
  /** Called before a decoding process starts, after waiting in the queue. */
  onStart?: (() => Promise<void>) | undefined;
}

/**
 * Re-encodes a picture in a confined process.
 * @throws {PictureRefused} when the file is no picture or exceeds a limit
 * @throws the reason of the signal when aborted, other errors for problems of the machine
 */
export async function reEncodeImage(source: Buffer, options: ReEncodeOptions = {}): Promise<Buffer> {
  if (!SIGNATURES.some((matches) => matches(source))) throw new PictureRefused('NOT_A_PICTURE');
  const room = memoryRoom(MEMORY_BYTES, source.length, options.share ?? 1);
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
      memoryBytes: Math.min(MEMORY_BYTES, room.memoryBytes),
      alone: room.alone || options.alone,
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
