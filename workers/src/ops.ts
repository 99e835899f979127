import 'reflect-metadata';
import { runOps } from './operations/run-ops.js';

// The process exits explicitly when stdout is flushed, because the connection to an unreachable queue would keep it running.
const code = await runOps(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
