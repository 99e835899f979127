import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';
import { MasterCache } from './master-cache.js';

const MIB = 1024 * 1024;

/** @param mebibytes the size of the plan's constant part, which can be 32 MiB even if the PDF has only a few kilobytes */
const createPlan = (mebibytes: number) =>
  ({
    plan: { rows: '', constant: '' },
    rows: Buffer.alloc(0),
    constant: Buffer.alloc(mebibytes * MIB),
    constantObjects: [],
  }) as unknown as CompiledPlan;

describe('the master cache', () => {
  it('evicts the least recently used plans when it is full', () => {
    const cache = new MasterCache();
    const compiledNames: string[] = [];
    const read = (name: string) =>
      cache.plan(name, () => {
        compiledNames.push(name);
        return createPlan(30);
      });
    for (const name of ['first', 'second', 'first', 'third', 'first', 'second']) read(name);
    expect(compiledNames).toEqual(['first', 'second', 'third', 'second']);
  });

  it('evicts the least recently used masters when it is full, and refuses a damaged master', async () => {
    const cache = new MasterCache();
    let loads = 0;
    const createMaster = (fill: number) => Buffer.alloc(60 * MIB, fill);
    const read = (bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) =>
      cache.bytes(sha256, () => {
        loads++;
        return Promise.resolve(bytes);
      });
    const [first, second, third] = [createMaster(1), createMaster(2), createMaster(3)];
    for (const bytes of [first, second, first, third, first, second]) await read(bytes);
    expect(loads).toBe(4);
    await expect(read(first, 'f'.repeat(64))).rejects.toThrow('the stored master is damaged');
  });
});
