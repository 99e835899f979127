import { LimitReached, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { type PictureRefusal, PictureRefused } from './picture-refused.js';

const MIB = 1024 ** 2;

/** Fifty megapixels of four bytes, twice, and what libvips keeps besides; measured: 330 MiB for the largest JPEG. */
const MEMORY_BYTES = 768 * MIB;
const CPU_SECONDS = 10;
/** By the clock on the wall; beyond it, the machine is at fault. */
const MILLISECONDS = 50_000;
const RESULT_BYTES = 20 * MIB;
/** Of the answer before the picture. */
const HEAD_BYTES = 1024;

/** A white pixel, which every machine can draw whose programs are whole. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
);

/** The first bytes of what is taken; anything else, SVG above all, never reaches a decoder. */
const STARTS: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

export interface RedrawOptions {
  signal?: AbortSignal;
  /** `required`: not at all where the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** How many files this worker decodes at once, which share its memory. */
  share?: number;
  /** Nothing else is decoded at the same time. */
  alone?: boolean;
  /** Called before a decoding process starts, after the file has waited for its turn. */
  begins?: (() => Promise<void>) | undefined;
}

/**
 * The same picture as new pixels, drawn in a confined process of its own.
 * @throws PictureRefused when there is no picture in it or it costs more than a picture may, the signal's reason when
 *   aborted, other errors when the machine is at fault
 */
export async function reEncodeImage(source: Buffer, options: RedrawOptions = {}): Promise<Buffer> {
  if (!STARTS.some((fits) => fits(source))) throw new PictureRefused('NOT_A_PICTURE');
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
