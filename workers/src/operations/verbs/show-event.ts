import type { EventAction, JobExecutionView, EventDetail } from '#backend/operations/events.contract.js';
import { GetEvent } from '#backend/operations/queries/get-event.js';
import { terminalLine } from '../terminal-line.js';
import { parseId } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events show`: shows one event. */
export const showEvent: Verb = (parent, withContext) =>
  parent
    .command('show')
    .description('Shows one event with its job executions, replays and discards.')
    .argument('<id>', 'Id of the event', parseId)
    .option('--json', 'As JSON, like GET /api/admin/events/{id}')
    .action((id: string, { json }: { json?: true }) =>
      withContext(async ({ queries, print }) => {
        const event = await queries.execute(new GetEvent(id));
        print(json ? screenJson(event, 2) : describe(event));
        return 0;
      }),
    );

function describe({
  id,
  type,
  state,
  occurredAt,
  relayedAt,
  payload,
  deliveries,
  deeds: actions,
}: EventDetail): string {
  const head = [`id        ${id}`, `type      ${type}`, `state     ${state}`, `occurred  ${occurredAt}`];
  const more = [`relayed   ${relayedAt ?? 'not yet'}`, `payload   ${screenJson(payload)}`];
  return [...head, ...more, ...deliveries.flatMap(executionLines), ...actions.flatMap(actionLines)]
    .map(terminalLine)
    .join('\n');
}

function executionLines({ job, queue, state, publishes, starts, lastError, ...times }: JobExecutionView): string[] {
  const timestamps = Object.entries(times).filter(([, at]) => at !== null);
  const counts = `published ${publishes} times, started ${starts} times without a recorded failure`;
  return [
    '',
    `${job}: ${state} (queue ${queue ?? 'unknown'}, ${counts})`,
    ...timestamps.map(([name, at]) => `    ${name.replace(/At$/, '').padEnd(9)} ${String(at)}`),
    ...(lastError ? [`    error     ${lastError}`] : []),
  ];
}

const actionLines = ({ deed: action, job, by, actorId, reason, at }: EventAction): string[] => [
  '',
  `${at}  ${job} ${action} by ${actorId ? `${by} ${actorId}` : by}${reason ? `: ${reason}` : ''}`,
];
