import type { RefusalCode } from './master-refused.js';
import type { OwnMark } from './own-mark.js';
import type { Plan } from './plan.js';

/** What the preparing process answers: this as one line of JSON, then the master's bytes. */
export interface ResultHead {
  plan?: Plan;
  /** See CheckedMaster. */
  doubtfulIds?: string[];
  refused?: { code: RefusalCode; message: string; mark?: OwnMark | undefined };
}

/** Writes an answer to standard output; done when it is handed over. */
export async function writeResult(head: ResultHead, master: Buffer = Buffer.alloc(0)): Promise<void> {
  for (const part of [Buffer.from(`${JSON.stringify(head)}\n`), master]) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Splits an answer; undefined when the process did not finish it. */
export function readResult(output: Buffer): { head: ResultHead; master: Buffer } | undefined {
  const end = output.indexOf('\n');
  if (end < 0) return undefined;
  const head = JSON.parse(output.toString('utf8', 0, end)) as ResultHead;
  const master = output.subarray(end + 1);
  return head.plan && master.length !== head.plan.masterBytes ? undefined : { head, master };
}
