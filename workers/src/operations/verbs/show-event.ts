import type { EventAction, JobExecutionView, EventDetail } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { oneLine } from '../one-line.js';
import { idOf } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events show`: one fact. */
export const showEvent: Verb = {
  name: 'events show',
  operands: ['<id>'],
  about: 'Shows one fact, the jobs it is owed to, and what people have done about them.',
  options: { json: { about: 'As JSON, like GET /api/admin/events/{id}' } },
  async run(given, withShop) {
    const asked = new GetEvent(idOf(given));
    return withShop(async ({ queries, print }) => {
      const event = await queries.execute(asked);
      print(given.flag('json') ? screenJson(event, 2) : words(event));
      return 0;
    });
  },
};

function words({ id, type, state, occurredAt, relayedAt, payload, deliveries, deeds }: EventDetail): string {
  const facts = [`id        ${id}`, `type      ${type}`, `state     ${state}`, `occurred  ${occurredAt}`];
  const more = [`relayed   ${relayedAt ?? 'not yet'}`, `payload   ${screenJson(payload)}`];
  return [...facts, ...more, ...deliveries.flatMap(delivered), ...deeds.flatMap(done)].map(oneLine).join('\n');
}

function delivered({ job, queue, state, publishes, starts, lastError, ...times }: JobExecutionView): string[] {
  const moments = Object.entries(times).filter(([, at]) => at !== null);
  return [
    '',
    `${job}: ${state} (queue ${queue ?? 'unknown'}, published ${publishes}, started ${starts} without an end)`,
    ...moments.map(([name, at]) => `    ${name.replace(/At$/, '').padEnd(9)} ${String(at)}`),
    ...(lastError ? [`    error     ${lastError}`] : []),
  ];
}

const done = ({ deed, job, by, actorId, reason, at }: EventAction): string[] => [
  '',
  `${at}  ${job} ${deed} by ${actorId ? `${by} ${actorId}` : by}${reason ? `: ${reason}` : ''}`,
];
