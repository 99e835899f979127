import { type Limit, LimitReached, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { demandOfPdf, memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { cpuSeconds, limits, resultBytes, refuseInvalidSource } from './prepare/limits.js';
import { MasterRefused, type RefusalCode } from './document/master-refused.js';
import type { OwnMark } from './stamp/mark-names.js';
import type { CheckedMaster, Plan } from './prepare/plan.js';

export type { CheckedMaster, Flag, Plan, PreparedMaster } from './prepare/plan.js';

export interface PrepareOptions {
  /** Aborts the preparation; the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** `required`: do not decode when the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently; they share its memory. */
  share?: number;
  /** No other file is decoded at the same time. */
  alone?: boolean;
  /** Called before a decoding process starts, after waiting in the queue. */
  begins?: (() => Promise<void>) | undefined;
  /** Stricter limits than the default ones. */
  milliseconds?: number;
  memoryBytes?: number;
  cpuSeconds?: number;
}

/** Head of the result of the preparation process, before the bytes of the master. */
interface ResultHead {
  plan?: Plan;
  /** See CheckedMaster. */
  doubtful?: OwnMark;
  refused?: { code: RefusalCode; message: string; mark?: OwnMark | undefined };
}

const REFUSED: Record<Limit, [RefusalCode, string]> = {
  memory: ['TOO_COMPLEX', 'The file needs more memory than allowed.'],
  cpu: ['TOO_COMPLEX', 'The file needs more CPU time than allowed.'],
  result: ['TOO_LARGE', 'The prepared file would be too large.'],
  killed: ['TOO_COMPLEX', 'The process that prepares the file was killed twice.'],
  failed: ['UNREADABLE', 'The program that prepares the file fails repeatedly on this file only.'],
};

/** An empty page, as a sample that must be decodable on a working machine. */
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
 * Converts a designer's PDF into a master and a plan, once per file, in a confined process with limits on time and memory.
 * Includes the self-check that every sold file must pass.
 * @throws {MasterRefused} when the file is invalid
 * @throws the reason of the signal when aborted, other errors for problems of the machine
 */
export async function prepareMaster(source: Uint8Array, options: PrepareOptions = {}): Promise<CheckedMaster> {
  options.signal?.throwIfAborted();
  refuseInvalidSource(source);
  const { head, bytes: master } = await run(source, options);
  const { plan, refused, doubtful } = head;
  if (refused) throw new MasterRefused(refused.code, refused.message, refused.mark);
  if (plan?.masterBytes !== master.length || !doubtful)
    throw new Error('the preparation process returned an incomplete result');
  return { master, plan, doubtful };
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
