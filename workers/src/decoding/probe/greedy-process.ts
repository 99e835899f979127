import { readStandardInput } from '../standard-input.js';
import { watchMemory } from '../watch-memory.js';

// decode.spec.ts starts this process, which exceeds a limit or fails, depending on its argument.
const [, , sourceBytes, memoryBytes, behaviour] = process.argv;
watchMemory(Number(memoryBytes));
switch (behaviour) {
  case 'computing':
    for (;;);
  case 'memory': {
    const buffers: Buffer[] = [];
    setInterval(() => buffers.push(Buffer.alloc(10 * 1024 ** 2, 1)), 1);
    break;
  }
  case 'the result':
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
