import { spawn } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServices } from './test-services.ts';

// What `npm run fuzz` runs: the same spec as `npm test`, with 2,000 inputs for each operation and another seed each
// time. `npm run fuzz -- 500 42` takes 500 and the seed 42, as the output of an earlier run names it.
const [inputs = '2000', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
// PostgreSQL may run as another user, who must be able to open the directory.
chmodSync(directory, 0o755);
const services = await startTestServices(directory);
try {
  process.exitCode = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', 'backend/test/fuzz'], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...services.env,
        FUZZ_INPUTS: inputs,
        FUZZ_SEED: seed,
        NODE_OPTIONS: '--experimental-vm-modules',
        NODE_NO_WARNINGS: '1',
      },
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
} finally {
  await services.stop();
  rmSync(directory, { recursive: true, force: true });
}
