import { constants } from 'node:fs';
import { writeResult } from '../decoding/write-result.js';
import { readStandardInput } from '../decoding/standard-input.js';
import { watchMemory } from '../decoding/watch-memory.js';
import { MasterRefused } from './document/master-refused.js';
import { prepareInProcess } from './prepare/prepare-in-process.js';
import { removeWebGlobals } from './document/remove-web-globals.js';

/**
 * The process that `prepareMaster` starts. It reads a file from standard input and writes the result to standard output.
 * Arguments: size of the file and memory limit, both in bytes.
 */
async function main(): Promise<void> {
  // qpdf reads constants of `fs` through `process.binding`. Node's permission model denies that function, so it is replaced.
  Object.assign(process, { binding: () => ({ fs: constants }) });
  const [sourceBytes, memoryBytes] = process.argv.slice(2).map(Number) as [number, number];
  watchMemory(memoryBytes);
  removeWebGlobals();
  try {
    const { master, plan, possibleMark } = await prepareInProcess(await readStandardInput(sourceBytes));
    await writeResult({ plan, possibleMark }, master);
  } catch (error) {
    if (!(error instanceof MasterRefused)) throw error;
    await writeResult({ refused: { code: error.code, message: error.message, mark: error.mark } });
  }
}

// If nothing is left that can settle the promise of `main`, Node exits silently. With this exit code the worker detects the
// failure.
process.exitCode = 1;
main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String(error instanceof Error ? error.stack : error));
    process.exit(1);
  },
);
