import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BatchedCounter } from './limits-counter.js';
import type { Rule } from './limits-rules.js';

const RULE: Rule = { by: 'ip', count: 60, seconds: 60 };

/** Counters of several processes that share one store. */
function createProcesses(number: number, rule = RULE) {
  const store = new RateLimiterMemory({ points: rule.count, duration: rule.seconds });
  const consume = jest.spyOn(store, 'consume');
  return { all: Array.from({ length: number }, () => new BatchedCounter(store, rule)), consume };
}

describe('BatchedCounter', () => {
  it('admits exactly as many requests as the rule allows, with few calls to the store', async () => {
    const rule = { ...RULE, count: 5_000 };
    const { all, consume } = createProcesses(1, rule);
    const counts = [];
    for (let number = 0; number < 5_100; number += 1) counts.push(await all[0]!.take('client'));
    expect(counts.filter(({ refused }) => !refused)).toHaveLength(5_000);
    expect(consume.mock.calls.length).toBeLessThan(30);
  });

  it('admits a client below the limit when its requests are spread over many processes', async () => {
    const { all } = createProcesses(15);
    for (const process of all)
      for (let number = 0; number < 3; number += 1)
        expect(await process.take('client')).toMatchObject({ refused: false });
  });
});
