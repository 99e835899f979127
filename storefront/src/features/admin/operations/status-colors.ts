import type { JobExecutionView, EventView, PartState } from '../../../api/operations';
import type { StatusColor } from '../state-tag';

export const statusColors: {
  part: Record<PartState, StatusColor>;
  event: Record<EventView['state'], StatusColor>;
  execution: Record<JobExecutionView['state'], StatusColor>;
} = {
  part: { ok: 'good', warning: 'warn', down: 'bad' },
  event: { dead: 'bad', unrelayed: 'waiting', open: 'waiting', done: 'good' },
  execution: { dead: 'bad', open: 'waiting', done: 'good', discarded: 'closed' },
};
