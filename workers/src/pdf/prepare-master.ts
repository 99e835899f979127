import { type Limit, LimitReached, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { demandOfPdf, memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { cpuSeconds, limits, resultBytes, refuseHopelessSource } from './prepare/limits.js';
import { MasterRefused, type RefusalCode } from './document/master-refused.js';
import type { OwnMark } from './stamp/mark-names.js';
import type { CheckedMaster, Plan } from './prepare/plan.js';

export type { CheckedMaster, Flag, Plan, PreparedMaster } from './prepare/plan.js';

export interface PrepareOptions {
  /** Ends the work; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** `required`: not at all where the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** How many files this worker decodes at once, which share its memory. */
  share?: number;
  /** Nothing else is decoded at the same time. */
  alone?: boolean;
  /** Called before a decoding process starts, after the file has waited for its turn. */
  begins?: (() => Promise<void>) | undefined;
  /** Tighter limits than the usual ones. */
  milliseconds?: number;
  memoryBytes?: number;
  cpuSeconds?: number;
}

/** What the preparing process answers, before the master's bytes. */
interface ResultHead {
  plan?: Plan;
  /** See CheckedMaster. */
  doubtfulIds?: string[];
  refused?: { code: RefusalCode; message: string; mark?: OwnMark | undefined };
}

const REFUSED: Record<Limit, [RefusalCode, string]> = {
  memory: ['TOO_COMPLEX', 'The file needs more memory than a file may.'],
  cpu: ['TOO_COMPLEX', 'The file needs more computing time than a file may.'],
  result: ['TOO_LARGE', 'The prepared file would be too large.'],
  killed: ['TOO_COMPLEX', 'The process that prepares the file was killed twice.'],
  failed: ['UNREADABLE', 'The program that prepares the file fails with it again and again, and with no other.'],
};

/** An empty page: a file that any machine can prepare whose programs are whole. */
const SAMPLE = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Size 4/Root 1 0 R>>
startxref
0
%%EOF
`);

/**
 * Turns a designer's PDF into a master and a plan, once per file, in a confined process of its own with limits on time
 * and memory. Nothing is sold that did not pass the self-check there.
 * Throws MasterRefused when the file is at fault, the signal's reason when aborted, other errors when the machine is.
 */
export async function prepareMaster(source: Uint8Array, options: PrepareOptions = {}): Promise<CheckedMaster> {
  options.signal?.throwIfAborted();
  refuseHopelessSource(source);
  const { head, bytes: master } = await run(source, options);
  const { plan, refused, doubtfulIds = [] } = head;
  if (refused) throw new MasterRefused(refused.code, refused.message, refused.mark);
  if (plan?.masterBytes !== master.length) throw new Error('the preparing process gave half a result');
  return { master, plan, doubtfulIds };
}

async function run(source: Uint8Array, options: PrepareOptions): Promise<{ head: ResultHead; bytes: Buffer }> {
  const room = memoryRoom(demandOfPdf(source.length), source.length, options.share ?? 1);
  try {
    const output = await decodeFile({
      program: programBeside(import.meta.url, 'prepare-process'),
      source,
      cpuSeconds: cpuSeconds(source.length),
      milliseconds: limits.milliseconds,
      resultBytes: resultBytes(source.length),
      sample: SAMPLE,
      confined: 'preferred',
      ...room,
      ...options,
      alone: room.alone || options.alone,
    });
    return readResult<ResultHead>(output, limits.planBytes);
  } catch (error) {
    if (error instanceof LimitReached) throw new MasterRefused(...REFUSED[error.limit]);
    throw error;
  }
}
