import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BatchedCounter } from './limits-counter.js';
import type { Rule } from './limits-rules.js';

const RULE: Rule = { by: 'ip', count: 60, seconds: 60 };

/** Processes that share one store. */
function processes(number: number, rule = RULE) {
  const store = new RateLimiterMemory({ points: rule.count, duration: rule.seconds });
  const asked = jest.spyOn(store, 'consume');
  return { all: Array.from({ length: number }, () => new BatchedCounter(store, rule)), asked };
}

describe('BatchedCounter', () => {
  it('admits exactly the limit with few requests to the store', async () => {
    const rule = { ...RULE, count: 5_000 };
    const { all, asked } = processes(1, rule);
    const counts = [];
    for (let number = 0; number < 5_100; number += 1) counts.push(await all[0]!.take('client'));
    expect(counts.filter(({ refused }) => !refused)).toHaveLength(5_000);
    expect(asked.mock.calls.length).toBeLessThan(30);
  });

  it('admits a client whose requests reach many processes', async () => {
    const { all } = processes(15);
    for (const process of all)
      for (let number = 0; number < 3; number += 1)
        expect(await process.take('client')).toMatchObject({ refused: false });
  });
});
