import type { EventAction, JobExecutionView, EventDetail } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { oneLine } from '../one-line.js';
import { idOperand } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events show`: one event. */
export const showEvent: Verb = {
  name: 'events show',
  operands: ['<id>'],
  about: 'Shows one event with its job executions, replays and discards.',
  options: { json: { about: 'As JSON, like GET /api/admin/events/{id}' } },
  async run(given, withContext) {
    const query = new GetEvent(idOperand(given));
    return withContext(async ({ queries, print }) => {
      const event = await queries.execute(query);
      print(given.flag('json') ? screenJson(event, 2) : describe(event));
      return 0;
    });
  },
};

function describe({ id, type, state, occurredAt, relayedAt, payload, deliveries, deeds }: EventDetail): string {
  const head = [`id        ${id}`, `type      ${type}`, `state     ${state}`, `occurred  ${occurredAt}`];
  const more = [`relayed   ${relayedAt ?? 'not yet'}`, `payload   ${screenJson(payload)}`];
  return [...head, ...more, ...deliveries.flatMap(executionLines), ...deeds.flatMap(actionLines)]
    .map(oneLine)
    .join('\n');
}

function executionLines({ job, queue, state, publishes, starts, lastError, ...times }: JobExecutionView): string[] {
  const timestamps = Object.entries(times).filter(([, at]) => at !== null);
  return [
    '',
    `${job}: ${state} (queue ${queue ?? 'unknown'}, published ${publishes}, started ${starts} without an end)`,
    ...timestamps.map(([name, at]) => `    ${name.replace(/At$/, '').padEnd(9)} ${String(at)}`),
    ...(lastError ? [`    error     ${lastError}`] : []),
  ];
}

const actionLines = ({ deed, job, by, actorId, reason, at }: EventAction): string[] => [
  '',
  `${at}  ${job} ${deed} by ${actorId ? `${by} ${actorId}` : by}${reason ? `: ${reason}` : ''}`,
];
