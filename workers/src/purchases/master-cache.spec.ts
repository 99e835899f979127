import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';
import { MasterCache } from './master-cache.js';

const MIB = 1024 * 1024;

/** @param mebibytes of what every copy carries: a file may have 32 of them in a few kilobytes */
const compiled = (mebibytes: number) =>
  ({
    plan: { rows: '', constant: '' },
    rows: Buffer.alloc(0),
    constant: Buffer.alloc(mebibytes * MIB),
    shifted: [],
  }) as unknown as CompiledPlan;

describe('the cache of masters and plans', () => {
  it('keeps plans up to their bytes together, the youngest of them', () => {
    const cache = new MasterCache();
    const made: string[] = [];
    const ask = (name: string) =>
      cache.plan(name, () => {
        made.push(name);
        return compiled(30);
      });
    for (const name of ['first', 'second', 'first', 'third', 'first', 'second']) ask(name);
    expect(made).toEqual(['first', 'second', 'third', 'second']);
  });

  it('keeps masters up to their bytes together, and none that is damaged', async () => {
    const cache = new MasterCache();
    let loads = 0;
    const master = (fill: number) => Buffer.alloc(60 * MIB, fill);
    const ask = (bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest('hex')) =>
      cache.bytes(sha256, () => {
        loads++;
        return Promise.resolve(bytes);
      });
    const [one, two, three] = [master(1), master(2), master(3)];
    for (const bytes of [one, two, one, three, one, two]) await ask(bytes);
    expect(loads).toBe(4);
    await expect(ask(one, 'f'.repeat(64))).rejects.toThrow('the stored master is damaged');
  });
});
