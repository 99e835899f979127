import 'reflect-metadata';
import { runOps } from './operations/run-ops.js';

// The exit is explicit, because an unreachable queue would keep the process alive. It waits until stdout is flushed.
const code = await runOps(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
