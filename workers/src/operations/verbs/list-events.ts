import { EVENT_STATES, EventFilters, type EventView } from '#backend/operations/events.contract.js';
import { ListEvents } from '#backend/operations/queries/list-events.js';
import { terminalLine } from '../terminal-line.js';
import { validateOptions, withFilters } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events list`: lists events with their pending jobs and dead letters. */
export const listEvents: Verb = (parent, withContext) =>
  withFilters(
    parent
      .command('list')
      .description('Lists events, newest first, with their open jobs and dead letters.')
      .option('--state <state>', EVENT_STATES.join(', ')),
  )
    .option('--subject <id>', 'Events with this id in their payload, e.g. the id of a purchase')
    .option('--page <n>', 'Page number; default 1')
    .option('--limit <n>', 'Events per page; default 20, at most 100')
    .option('--json', 'As JSON, like GET /api/admin/events')
    .action(async ({ json, ...options }: EventFilters & { json?: true }) => {
      const filters = await validateOptions(EventFilters, options);
      await withContext(async ({ queries, print }) => {
        const page = await queries.execute(new ListEvents(filters));
        const { total, totalPages } = page;
        const summary = total === 0 ? 'No events.' : `Page ${page.page} of ${totalPages}, ${total} events in total`;
        print(json ? screenJson(page, 2) : [...page.events.flatMap(toLines), summary].join('\n'));
        return 0;
      });
    });

function toLines({ id, type, state, occurredAt, deliveries }: EventView): string[] {
  const unfinished = deliveries.filter((delivery) => delivery.state === 'dead' || delivery.state === 'open');
  return [
    `${occurredAt}  ${state.padEnd(9)}  ${id}  ${type}`,
    ...unfinished.map(
      ({ job, state: jobState, lastError }) => `    ${jobState} ${job}${lastError ? `: ${lastError}` : ''}`,
    ),
  ].map(terminalLine);
}
