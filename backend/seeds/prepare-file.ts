import { storeMaster } from '#workers/catalogue/store-master.js';
import { prepareInProcess } from '#workers/pdf/prepare-in-process.js';
import type { Files } from '../src/platform/files.js';
import type { DemoFile } from './demo-shop-types.js';

let last: Promise<unknown> = Promise.resolve();

/**
 * Prepares a file of the demo shop as the workers would, but here and one after the other: it was drawn by this program, so
 * it needs no process of its own to be kept in, which would take most of the time.
 * @returns the plan, and what is recorded of the master @throws Error that names the file
 */
export async function prepareFile(files: Files, fileId: string, { fileName, bytes }: DemoFile) {
  const turn = last.then(() => prepareInProcess(bytes));
  last = turn.catch(() => undefined);
  const prepared = await turn.catch((cause: unknown) => {
    throw new Error(`${fileName} could not be prepared`, { cause });
  });
  return { plan: prepared.plan, master: await storeMaster(files, fileId, prepared) };
}
