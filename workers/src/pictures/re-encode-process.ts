import { readStandardInput } from '../decoding/standard-input.js';
import { watchMemory } from '../decoding/watch-memory.js';
import { writeResult } from '../decoding/write-result.js';
import { PictureRefused } from './picture-refused.js';
import { reEncodeInProcess } from './re-encode-in-process.js';

/** The process that `redraw` starts: a picture on standard input, the new one on standard output; size and memory limit as arguments. */
async function main(): Promise<void> {
  const [sourceBytes, memoryBytes] = process.argv.slice(2).map(Number) as [number, number];
  watchMemory(memoryBytes);
  try {
    const drawn = await reEncodeInProcess(await readStandardInput(sourceBytes));
    await writeResult({}, drawn);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    await writeResult({ refused: error.code });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(String(error instanceof Error ? error.stack : error));
    process.exit(1);
  },
);
