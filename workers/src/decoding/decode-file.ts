import { type Decoding, decode, DecoderFailed, LimitReached } from './decode.js';

export interface FileDecoding extends Decoding {
  /** Nothing else is decoded in this process at the same time. */
  alone?: boolean | undefined;
  /** Awaited before each decoding process starts, after the file has waited for its turn. */
  begins?: (() => Promise<void>) | undefined;
  /** A file that the program decodes wherever the machine is whole. */
  sample?: Uint8Array;
}

let running = 0;
let alone: Promise<unknown> = Promise.resolve();
let waiting: (() => void)[] = [];

/**
 * Decodes a file beside others. A process that is killed from outside is usually the kernel's answer to too much memory,
 * and another file may have used it: the file gets one more try, alone, and is at fault when that is killed too. Where the
 * program fails, it decodes the sample and then the file once more: a program that fails with the file alone fails each time.
 * @throws LimitReached with `killed` or `failed` only after the second time; what `decode` throws
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
    if (running === 0) for (const go of waiting.splice(0)) go();
  }
  return decodeAlone(task);
}

function decodeAlone(task: FileDecoding): Promise<Buffer> {
  const before = alone.catch(() => undefined);
  const turn = before.then(async () => {
    if (running > 0) await new Promise<void>((go) => waiting.push(go));
    return begin(task);
  });
  alone = turn.catch(() => undefined);
  return turn;
}

async function begin({ begins, ...task }: FileDecoding): Promise<Buffer> {
  await begins?.();
  return decode(task);
}
