import { type Decoding, decode, DecoderFailed, LimitReached } from './decode.js';

export interface FileDecoding extends Decoding {
  /** Nothing else is decoded in this process at the same time. */
  alone?: boolean | undefined;
  /** Awaited before each decoding process starts, after waiting in the queue. */
  begins?: (() => Promise<void>) | undefined;
  /** A valid file that the program must be able to decode on a working machine. */
  sample?: Uint8Array;
}

let running = 0;
let alone: Promise<unknown> = Promise.resolve();
let waiting: (() => void)[] = [];

/**
 * Decodes a file concurrently with others. The kernel usually kills a process for lack of memory, which another file may
 * have used: the file gets a second attempt alone, and is refused when that one is killed, too. When the program fails, it
 * decodes the sample and then the file again: if only the file fails, twice, the file is refused.
 * @throws {LimitReached} with `killed` or `failed` only after the second attempt; and the errors of `decode`
 */
export async function decodeFile(task: FileDecoding): Promise<Buffer> {
  try {
    return await decodeOnceOrTwice(task);
  } catch (error) {
    if (!task.sample || !(error instanceof DecoderFailed)) throw error;
    await decodeOnceOrTwice({ ...task, begins: undefined, source: task.sample });
  }
  try {
    return await decodeOnceOrTwice(task);
  } catch (error) {
    throw error instanceof DecoderFailed ? new LimitReached('failed', error.message) : error;
  }
}

async function decodeOnceOrTwice(task: FileDecoding): Promise<Buffer> {
  if (task.alone) return decodeAlone(task);
  await alone.catch(() => undefined);
  running++;
  try {
    return await begin(task);
  } catch (error) {
    if (!(error instanceof LimitReached) || error.limit !== 'killed') throw error;
  } finally {
    running--;
    if (running === 0) for (const resume of waiting.splice(0)) resume();
  }
  return decodeAlone(task);
}

function decodeAlone(task: FileDecoding): Promise<Buffer> {
  const before = alone.catch(() => undefined);
  const result = before.then(async () => {
    if (running > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return begin(task);
  });
  alone = result.catch(() => undefined);
  return result;
}

async function begin({ begins, ...task }: FileDecoding): Promise<Buffer> {
  await begins?.();
  return decode(task);
}
