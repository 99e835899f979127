import 'reflect-metadata';
import { runOps } from './operations/run-ops.js';

// What was written has to arrive before the process ends; a queue that is away would keep it alive.
const code = await runOps(process.argv.slice(2));
process.stdout.write('', () => process.exit(code));
