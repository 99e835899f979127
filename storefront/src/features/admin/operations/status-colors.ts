import type { JobExecutionView, EventView, PartState } from '../../../api/operations';
import type { Look } from '../state-mark';

/** What each state looks like. */
export const looks = {
  part: { ok: 'good', warning: 'warn', down: 'bad' } satisfies Record<PartState, Look>,
  event: { dead: 'bad', unrelayed: 'waiting', open: 'waiting', done: 'good' } satisfies Record<
    EventView['state'],
    Look
  >,
  delivery: { dead: 'bad', open: 'waiting', done: 'good', discarded: 'closed' } satisfies Record<
    JobExecutionView['state'],
    Look
  >,
};
