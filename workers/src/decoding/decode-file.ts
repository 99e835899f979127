import { type Decoding, decode, DecoderFailed, LimitReached } from './decode.js';

export interface FileDecoding extends Decoding {
  /** Whether nothing else may be decoded in this process at the same time. */
  alone?: boolean | undefined;
  /** Awaited after the wait for other files, before each start of a decoding process. */
  onStart?: (() => Promise<void>) | undefined;
  /** A valid file. When the program cannot decode this file either, the machine is at fault. */
  sample?: Uint8Array;
}

let runningCount = 0;
let lastAlone: Promise<unknown> = Promise.resolve();
let waitingForIdle: (() => void)[] = [];

/**
 * Decodes a file, concurrently with others, with a second attempt in two cases:
 * - The process was killed, usually for lack of memory, which another file may have used. The file is decoded alone, and
 *   refused when this process is killed too.
 * - The program failed. It decodes the sample and then the file again. The file is refused when only the file fails.
 * @throws {LimitReached} `killed` or `failed` after the second attempt
 * @throws {Error} the errors of `decode`
 */
export async function decodeFile(task: FileDecoding): Promise<Buffer> {
  try {
    return await decodeOnceOrTwice(task);
  } catch (error) {
    if (!task.sample || !(error instanceof DecoderFailed)) throw error;
    await decodeOnceOrTwice({ ...task, onStart: undefined, source: task.sample });
  }
  try {
    return await decodeOnceOrTwice(task);
  } catch (error) {
    throw error instanceof DecoderFailed ? new LimitReached('failed', error.message) : error;
  }
}

async function decodeOnceOrTwice(task: FileDecoding): Promise<Buffer> {
  if (task.alone) return decodeAlone(task);
  await lastAlone.catch(() => undefined);
  runningCount++;
  try {
    return await startDecoding(task);
  } catch (error) {
    if (!(error instanceof LimitReached) || error.limit !== 'killed') throw error;
  } finally {
    runningCount--;
    if (runningCount === 0) for (const resume of waitingForIdle.splice(0)) resume();
  }
  return decodeAlone(task);
}

function decodeAlone(task: FileDecoding): Promise<Buffer> {
  const previous = lastAlone.catch(() => undefined);
  const result = previous.then(async () => {
    if (runningCount > 0) await new Promise<void>((resolve) => waitingForIdle.push(resolve));
    return startDecoding(task);
  });
  lastAlone = result.catch(() => undefined);
  return result;
}

async function startDecoding({ onStart, ...task }: FileDecoding): Promise<Buffer> {
  await onStart?.();
  return decode(task);
}
