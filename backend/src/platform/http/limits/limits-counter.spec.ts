import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Handfuls } from './limits-counter.js';
import type { Rule } from './limits-rules.js';

const RULE: Rule = { by: 'ip', count: 60, seconds: 60 };

/** As many processes as asked for, that share one store. */
function processes(number: number, rule = RULE) {
  const store = new RateLimiterMemory({ points: rule.count, duration: rule.seconds });
  const asked = jest.spyOn(store, 'consume');
  return { all: Array.from({ length: number }, () => new Handfuls(store, rule)), asked };
}

describe('points by the handful', () => {
  it('are exactly as many as the rule says, and cost few questions', async () => {
    const rule = { ...RULE, count: 5_000 };
    const { all, asked } = processes(1, rule);
    const counts = [];
    for (let number = 0; number < 5_100; number += 1) counts.push(await all[0]!.take('somebody'));
    expect(counts.filter(({ refused }) => !refused)).toHaveLength(5_000);
    expect(asked.mock.calls.length).toBeLessThan(30);
  });

  it('are not held back from a visitor by processes that each served a few of their requests', async () => {
    const { all } = processes(15);
    for (const process of all)
      for (let number = 0; number < 3; number += 1)
        expect(await process.take('somebody')).toMatchObject({ refused: false });
  });
});
