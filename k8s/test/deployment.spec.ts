import { Deployment } from '../../bench/rehearsal/cluster/deployment.js';
import type { End, Pod } from '../../bench/rehearsal/cluster/pod.js';

/** @returns a pod that is ready immediately, and a function that ends it */
function createPod() {
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
  it('replaces only pods that are not terminating, although pods of the previous roll have not ended yet', async () => {
    const startedPods: ReturnType<typeof createPod>[] = [];
    const deployment = new Deployment('api', 2, async () => {
      startedPods.push(createPod());
      return startedPods.at(-1)!.pod;
    });
    const { signal } = new AbortController();
    await deployment.open(signal);
    for (let roll = 0; roll < 3; roll += 1) await deployment.roll(signal);

    expect(startedPods).toHaveLength(2 + 3 * 2);
    expect(deployment.pods.filter(({ terminating }) => !terminating)).toHaveLength(2);
    for (const { end } of startedPods) end('clean');
    await deployment.settled();
    expect(deployment.pods).toHaveLength(2);
  });
});
