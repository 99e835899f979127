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
  /** `required`: the file is not decoded when the kernel cannot confine the process. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently and that share its memory; 1 by default. */
  share?: number;
  /** Whether no other file may be decoded at the same time. */
  alone?: boolean;
  /** Called after waiting for a free slot, before the decoding process starts. */
  onStart?: (() => Promise<void>) | undefined;
  /** Limits that replace the default ones. */
  milliseconds?: number;
  memoryBytes?: number;
  cpuSeconds?: number;
}

/** First part of the preparation process's result; the bytes of the master follow it. */
interface ResultHead {
  plan?: Plan;
  /** See CheckedMaster. */
  doubtful?: OwnMark;
  refused?: { code: RefusalCode; message: string; mark?: OwnMark | undefined };
}

const REFUSAL_BY_LIMIT: Record<Limit, [RefusalCode, string]> = {
  memory: ['TOO_COMPLEX', 'The file needs more memory than allowed.'],
  cpu: ['TOO_COMPLEX', 'The file needs more CPU time than allowed.'],
  result: ['TOO_LARGE', 'The prepared file would be too large.'],
  killed: ['TOO_COMPLEX', 'The process that prepares the file was killed twice.'],
  failed: ['UNREADABLE', 'The program that prepares the file fails repeatedly on this file only.'],
};

/** A file with an empty page. When even this sample cannot be decoded, the machine is at fault and not the uploaded file. */
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
 * Converts a designer's PDF into a master and a plan, once per file. It runs in a confined process with limits on time and
 * memory, and includes the self-check that every sold file must pass.
 * @throws {MasterRefused} when the file is invalid
 * @throws {unknown} the signal's reason when aborted; other errors for problems of the machine
 */
export async function prepareMaster(source: Uint8Array, options: PrepareOptions = {}): Promise<CheckedMaster> {
  options.signal?.throwIfAborted();
  refuseInvalidSource(source);
  const { head, bytes: master } = await runPreparation(source, options);
  const { plan, refused, doubtful } = head;
  if (refused) throw new MasterRefused(refused.code, refused.message, refused.mark);
  if (plan?.masterBytes !== master.length || !doubtful)
    throw new Error('the preparation process returned an incomplete result');
  return { master, plan, doubtful };
}

async function runPreparation(
  source: Uint8Array,
  options: PrepareOptions,
): Promise<{ head: ResultHead; bytes: Buffer }> {
  const memoryOptions = memoryRoom(demandOfPdf(source.length), source.length, options.share ?? 1);
  try {
    const output = await decodeFile({
      program: programBeside(import.meta.url, 'prepare-process'),
      source,
      cpuSeconds: cpuSeconds(source.length),
      milliseconds: limits.milliseconds,
      resultBytes: resultBytes(source.length),
      sample: SAMPLE,
      confined: 'preferred',
      ...memoryOptions,
      ...options,
      alone: memoryOptions.alone || options.alone,
    });
    return readResult<ResultHead>(output, limits.planBytes);
  } catch (error) {
    if (error instanceof LimitReached) throw new MasterRefused(...REFUSAL_BY_LIMIT[error.limit]);
    throw error;
  }
}
