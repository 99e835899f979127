import { Readiness } from '#backend/platform/process/readiness.js';
import { LoopWatch } from './loop-watch.js';

it.each(['relay', 'reconciler'])('the process fails its liveness probe while the %s hangs', (name) => {
  const loops = { relay: { loop: { hangs: false } }, reconciler: { loop: { hangs: false } } };
  const readiness = new Readiness(null as never, null as never);
  new LoopWatch(loops.relay as never, loops.reconciler as never, readiness).onModuleInit();
  expect(readiness.fatal()).toBeNull();
  loops[name as keyof typeof loops].loop.hangs = true;
  expect(readiness.fatal()).toBe(`the ${name} hangs`);
});
