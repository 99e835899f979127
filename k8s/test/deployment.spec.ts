import { Deployment } from '../../bench/rehearsal/cluster/deployment.js';
import type { End, Pod } from '../../bench/rehearsal/cluster/pod.js';

/** A pod that is ready at once and ends when the test says so. */
function slowPod() {
  const { promise: ended, resolve: end } = Promise.withResolvers<End>();
  const pod = {
    terminating: false,
    ended,
    took: { start: 0, end: 0 },
    untilReady: async () => undefined,
    terminate: () => {
      pod.terminating = true;
      return ended;
    },
  };
  return { pod: pod as unknown as Pod, end };
}

describe('a Deployment of the rehearsal', () => {
  it('replaces only pods that are not terminating, also when rolled again at once', async () => {
    const started: ReturnType<typeof slowPod>[] = [];
    const deployment = new Deployment('api', 2, async () => {
      started.push(slowPod());
      return started.at(-1)!.pod;
    });
    const { signal } = new AbortController();
    await deployment.open(signal);
    for (let roll = 0; roll < 3; roll += 1) await deployment.roll(signal);

    expect(started).toHaveLength(2 + 3 * 2);
    expect(deployment.pods.filter(({ terminating }) => !terminating)).toHaveLength(2);
    for (const { end } of started) end('in order');
    await deployment.settled();
    expect(deployment.pods).toHaveLength(2);
  });
});
