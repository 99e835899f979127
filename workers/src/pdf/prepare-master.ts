import { type UndecodableReason, UndecodableFile, programBeside } from '../decoding/decode.js';
import { decodeFile } from '../decoding/decode-file.js';
import { demandOfPdf, memoryRoom } from '../decoding/memory-room.js';
import { readResult } from '../decoding/read-result.js';
import { limits, maxCpuSeconds, maxResultBytes, refuseInvalidSource } from './prepare/limits.js';
import { MasterRefused, type RefusalCode } from './document/master-refused.js';
import type { OwnMark } from './stamp/mark-names.js';
import type { CheckedMaster, Plan } from './prepare/plan.js';

export type { CheckedMaster, Flag, Plan, PreparedMaster } from './prepare/plan.js';

export interface PrepareOptions {
  /** Aborts the preparation; the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** What happens when the kernel cannot confine the process: `required` refuses to decode, `preferred` decodes anyway. */
  confined?: 'required' | 'preferred';
  /** Number of files that this worker decodes concurrently and that share the container's memory; 1 by default. */
  concurrency?: number;
  /** Whether the worker decodes this file alone, and no other file at the same time. */
  alone?: boolean;
  /** Called when the file no longer waits for other files, before the decoding process starts. */
  onStart?: (() => Promise<void>) | undefined;
  /** Limits that replace the default ones. */
  milliseconds?: number;
  memoryBytes?: number;
  cpuSeconds?: number;
}

/** The result of the preparation process begins with this object as JSON; the bytes of the master follow. */
interface ResultHead {
  plan?: Plan;
  /** See CheckedMaster. */
  possibleMark?: OwnMark;
  refused?: { code: RefusalCode; message: string; mark?: OwnMark | undefined };
}

const REFUSAL_BY_REASON: Record<UndecodableReason, [RefusalCode, string]> = {
  memory: ['TOO_COMPLEX', 'The file needs more memory than allowed.'],
  cpu: ['TOO_COMPLEX', 'The file needs more CPU time than allowed.'],
  result: ['TOO_LARGE', 'The prepared file would be too large.'],
  killed: ['TOO_COMPLEX', 'The process that prepares the file was killed, although no other file was decoded.'],
  failed: [
    'UNREADABLE',
    'The program that prepares the file fails repeatedly on this file, but not on a valid sample.',
  ],
};

/** A valid file with an empty page. If this sample cannot be decoded, the machine is at fault and not the uploaded file. */
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
 * Converts a designer's PDF into a master and a plan, once per file. A confined process with limits on time and memory does
 * the work, which includes the self-check that every sold file must pass.
 * @throws {MasterRefused} when the file is refused
 * @throws {unknown} the signal's reason when it is aborted; another error when the machine is at fault
 */
export async function prepareMaster(source: Uint8Array, options: PrepareOptions = {}): Promise<CheckedMaster> {
  options.signal?.throwIfAborted();
  refuseInvalidSource(source);
  const { head, bytes: master } = await runPreparation(source, options);
  const { plan, refused, possibleMark } = head;
  if (refused) throw new MasterRefused(refused.code, refused.message, refused.mark);
  if (plan?.masterBytes !== master.length || !possibleMark)
    throw new Error('the preparation process returned an incomplete result');
  return { master, plan, possibleMark };
}

async function runPreparation(
  source: Uint8Array,
  options: PrepareOptions,
): Promise<{ head: ResultHead; bytes: Buffer }> {
  const memoryOptions = memoryRoom(demandOfPdf(source.length), source.length, options.concurrency ?? 1);
  try {
    const output = await decodeFile({
      program: programBeside(import.meta.url, 'prepare-process'),
      source,
      cpuSeconds: maxCpuSeconds(source.length),
      milliseconds: limits.milliseconds,
      resultBytes: maxResultBytes(source.length),
      sample: SAMPLE,
      confined: 'preferred',
      ...memoryOptions,
      ...options,
      alone: memoryOptions.alone || options.alone,
    });
    return readResult<ResultHead>(output, limits.planBytes);
  } catch (error) {
    if (error instanceof UndecodableFile) throw new MasterRefused(...REFUSAL_BY_REASON[error.reason]);
    throw error;
  }
}
