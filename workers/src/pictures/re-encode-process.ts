import { readStandardInput } from '../decoding/standard-input.js';
import { watchMemory } from '../decoding/watch-memory.js';
import { writeResult } from '../decoding/write-result.js';
import { PictureRefused } from './picture-refused.js';
import { reEncodeInProcess } from './re-encode-in-process.js';

/**
 * The process that `reEncodeImage` starts: reads a picture from standard input and writes the new one to standard output.
 * Arguments: size of the input and memory limit, in bytes.
 */
async function main(): Promise<void> {
  const [sourceBytes, memoryBytes] = process.argv.slice(2).map(Number) as [number, number];
  watchMemory(memoryBytes);
  try {
    const encoded = await reEncodeInProcess(await readStandardInput(sourceBytes));
    await writeResult({}, encoded);
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
