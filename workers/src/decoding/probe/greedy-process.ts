import { readStandardInput } from '../standard-input.js';
import { watchMemory } from '../watch-memory.js';

// decode.spec.ts starts this process. Its last argument is the fault that the process simulates.
const [, , sourceBytes, memoryBytes, behaviour] = process.argv;
watchMemory(Number(memoryBytes));
switch (behaviour) {
  case 'use CPU time':
    for (;;);
  case 'use memory': {
    const buffers: Buffer[] = [];
    setInterval(() => buffers.push(Buffer.alloc(10 * 1024 ** 2, 1)), 1);
    break;
  }
  case 'write a result':
    process.stdout.write('x'.repeat(100));
    setInterval(() => {}, 1000);
    break;
  case 'wait':
    setInterval(() => {}, 1000);
    break;
  case 'exit after 1 s':
    setTimeout(() => process.exit(0), 1000);
    break;
  case 'be killed':
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'fail except on the sample': {
    const source = await readStandardInput(Number(sourceBytes));
    if (source.toString() !== 'sample') throw new Error('a fault of the program');
    break;
  }
  case 'always fail':
    throw new Error('a fault of the program');
  default:
    process.exit(0);
}
