import { spawn } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from 'commander';
import { numberFrom } from '../bench/read-options.ts';
import { startTestServices } from './test-services.ts';

const [inputs, seed = Math.floor(Math.random() * 2 ** 31)] = program
  .name('npm run fuzz --')
  .description('Runs the fuzz tests of `npm test` with more inputs and a different seed each time.')
  .argument('[inputs]', 'number of inputs for each operation', numberFrom(1), 2000)
  .argument('[seed]', 'seed that an earlier run printed; random by default', numberFrom(0))
  .addHelpText('after', '\nExit codes: 0 passed, 1 failed.')
  .parse().processedArgs as [number, number?];
const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
// PostgreSQL can run as another user, who must be able to open the directory.
chmodSync(directory, 0o755);
const services = await startTestServices(directory);
try {
  process.exitCode = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', 'backend/test/fuzz'], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...services.env,
        FUZZ_INPUTS: String(inputs),
        FUZZ_SEED: String(seed),
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
