import { type Decoding, decode, DecoderFailed, UndecodableFile } from './decode.js';

export interface FileDecoding extends Decoding {
  /** Whether the worker decodes this file alone, and no other file at the same time. */
  alone?: boolean | undefined;
  /** Called before a process starts to decode the file. The process starts when the returned promise resolves. */
  onStart?: (() => Promise<void>) | undefined;
  /** A valid file. When the program cannot decode the sample either, the machine is at fault and not the uploaded file. */
  sample?: Uint8Array;
}

let runningCount = 0;
let lastAlone: Promise<unknown> = Promise.resolve();
let waitingForIdle: (() => void)[] = [];

/**
 * Decodes a file, concurrently with other files unless `alone` is set. A second attempt follows in two cases:
 * - The process was killed and `alone` is not set. Usually other files had used up the memory, so the second attempt decodes
 *   this file alone.
 * - The program failed and `sample` is set. The program decodes the sample, and then the file again.
 * @throws {UndecodableFile} with any UndecodableReason. `killed`: the process was killed while it decoded the file alone.
 * `failed`: the program decoded the sample, but failed twice on the file
 * @throws {Error} the other errors of `decode`
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
    throw error instanceof DecoderFailed ? new UndecodableFile('failed', error.message) : error;
  }
}

async function decodeOnceOrTwice(task: FileDecoding): Promise<Buffer> {
  if (task.alone) return decodeAlone(task);
  await lastAlone.catch(() => undefined);
  runningCount++;
  try {
    return await startDecoding(task);
  } catch (error) {
    if (!(error instanceof UndecodableFile) || error.reason !== 'killed') throw error;
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
