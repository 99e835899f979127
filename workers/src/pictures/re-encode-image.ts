import { UndecodableFile, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { type PictureRefusal, PictureRefused } from './picture-refused.js';

const MIB = 1024 ** 2;

/**
 * Memory limit of the process. It leaves room for two decoded pictures of 50 megapixels with 4 bytes per pixel (400 MB) and
 * for the buffers of libvips. A JPEG took at most 330 MiB when measured.
 */
const MEMORY_BYTES = 768 * MIB;
const CPU_SECONDS = 10;
/** Timeout. The picture is not refused at the timeout, because a busy machine can also be the cause. */
const MILLISECONDS = 50_000;
const RESULT_BYTES = 20 * MIB;
/** Maximum size of the result's head in bytes. */
const HEAD_BYTES = 1024;

/** A picture of one white pixel. If the decoder fails on this picture too, the machine is at fault and not the upload. */
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
  /** What happens when the kernel cannot confine the process: `required` refuses to decode, `preferred` decodes anyway. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently and that share the container's memory; 1 by default. */
  concurrency?: number;
  /** Whether the worker decodes this file alone, and no other file at the same time. */
  alone?: boolean;
  /** Called when the file no longer waits for other files, before the decoding process starts. */
  onStart?: (() => Promise<void>) | undefined;
}

/**
 * Re-encodes a picture in a confined process.
 * @throws {PictureRefused} when the file is not a readable picture or exceeds a limit
 * @throws {unknown} the signal's reason when it is aborted; another error when the machine is at fault
 */
export async function reEncodeImage(source: Buffer, options: ReEncodeOptions = {}): Promise<Buffer> {
  if (!SIGNATURES.some((matches) => matches(source))) throw new PictureRefused('NOT_A_PICTURE');
  const memoryOptions = memoryRoom(MEMORY_BYTES, source.length, options.concurrency ?? 1);
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
    if (error instanceof UndecodableFile)
      throw new PictureRefused(error.reason === 'failed' ? 'UNREADABLE' : 'TOO_COMPLEX');
    throw error;
  }
}
