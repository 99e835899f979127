import { readStandardInput } from '../standard-input.js';
import { watchMemory } from '../watch-memory.js';

/** For tests: exceeds one of its limits. */
const [, , sourceBytes, memoryBytes, what] = process.argv;
watchMemory(Number(memoryBytes));
switch (what) {
  case 'computing':
    for (;;);
  case 'memory': {
    const held: Buffer[] = [];
    setInterval(() => held.push(Buffer.alloc(10 * 1024 ** 2, 1)), 1);
    break;
  }
  case 'its answer':
    process.stdout.write('x'.repeat(100));
    setInterval(() => {}, 1000);
    break;
  case 'time':
    setInterval(() => {}, 1000);
    break;
  case 'a second':
    setTimeout(() => process.exit(0), 1000);
    break;
  case 'a kill':
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'a fault': {
    const source = await readStandardInput(Number(sourceBytes));
    if (source.toString() !== 'sample') throw new Error('a fault of the program');
    break;
  }
  case 'a fault each time':
    throw new Error('a fault of the program');
  default:
    process.exit(0);
}
