import 'reflect-metadata';
import { runOps } from './operations/run-ops.js';

// Flushes stdout before the explicit exit; an unreachable queue would keep the process alive.
const code = await runOps(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
