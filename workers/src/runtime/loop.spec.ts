import { Logger } from '@nestjs/common';
import { Loop } from './loop.js';

const HANG_MS = 30_000;

let now: number;
let rounds: PromiseWithResolvers<void>[];
let loop: Loop;

beforeEach(() => {
  now = 1_000;
  rounds = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  loop = new Loop(() => (rounds.push(Promise.withResolvers()), rounds.at(-1)!.promise), 1, new Logger('test'));
});
afterEach(async () => {
  const stopped = loop.stop();
  for (const round of rounds) round.resolve();
  await stopped;
  jest.restoreAllMocks();
});

const waitForRound = async (count: number) => {
  while (rounds.length < count) await new Promise(setImmediate);
};

it('a loop hangs when a round reports no progress for 30 s, until the round reports progress', () => {
  expect(loop.hangs).toBe(false);
  loop.start();
  now += HANG_MS;
  expect(loop.hangs).toBe(false);
  now += 1;
  expect(loop.hangs).toBe(true);
  loop.beat();
  expect(loop.hangs).toBe(false);
});

it('a loop does not hang when its rounds end, even with an error', async () => {
  loop.start();
  now += HANG_MS;
  rounds[0]!.reject(new Error('not this time'));
  await waitForRound(2);
  now += HANG_MS;
  expect(loop.hangs).toBe(false);
  rounds[1]!.resolve();
  await waitForRound(3);
  now += HANG_MS;
  expect(loop.hangs).toBe(false);
});

it('a loop does not hang when it is stopped', async () => {
  loop.start();
  const stopped = loop.stop();
  now += 2 * HANG_MS;
  expect(loop.hangs).toBe(false);
  rounds[0]!.resolve();
  await stopped;
});
