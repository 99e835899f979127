import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';
import { MasterCache } from './master-cache.js';

const MIB = 1024 * 1024;

/** @param mebibytes size of the constant part; a file of a few kilobytes may unpack to 32 of them */
const compiled = (mebibytes: number) =>
  ({
    plan: { rows: '', constant: '' },
    rows: Buffer.alloc(0),
    constant: Buffer.alloc(mebibytes * MIB),
    shifted: [],
  }) as unknown as CompiledPlan;

describe('master cache', () => {
  it('evicts the least recently used plans above the total size', () => {
    const cache = new MasterCache();
    const made: string[] = [];
    const read = (name: string) =>
      cache.plan(name, () => {
        made.push(name);
        return compiled(30);
      });
    for (const name of ['first', 'second', 'first', 'third', 'first', 'second']) read(name);
    expect(made).toEqual(['first', 'second', 'third', 'second']);
  });

  it('evicts masters above the total size and refuses a damaged one', async () => {
    const cache = new MasterCache();
    let loads = 0;
    const master = (fill: number) => Buffer.alloc(60 * MIB, fill);
    const read = (bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) =>
      cache.bytes(sha256, () => {
        loads++;
        return Promise.resolve(bytes);
      });
    const [one, two, three] = [master(1), master(2), master(3)];
    for (const bytes of [one, two, one, three, one, two]) await read(bytes);
    expect(loads).toBe(4);
    await expect(read(one, 'f'.repeat(64))).rejects.toThrow('the stored master is damaged');
  });
});
