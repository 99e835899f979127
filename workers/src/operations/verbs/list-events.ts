import { EventFilters, type EventView } from '#backend/operations/events.contract.js';
import { ListEvents } from '#backend/operations/queries/list-events.js';
import { oneLine } from '../one-line.js';
import { FILTERS, validated, timeOption } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events list`: events and their unfinished jobs. */
export const listEvents: Verb = {
  name: 'events list',
  operands: [],
  about: 'Lists events, newest first, with their open jobs and dead letters.',
  options: {
    state: { value: '<state>', about: 'open, done, dead or unrelayed' },
    ...FILTERS,
    subject: { value: '<id>', about: 'Events with this id in their payload, e.g. of a purchase' },
    page: { value: '<n>', about: 'Page number; default 1' },
    limit: { value: '<n>', about: 'Events per page; default 20, at most 100' },
    json: { about: 'As JSON, like GET /api/admin/events' },
  },
  async run(given, withContext) {
    const { text } = given;
    const filters = await validated(EventFilters, {
      state: text('state'),
      type: text('type'),
      job: text('job'),
      subject: text('subject'),
      since: timeOption(given, 'since'),
      until: timeOption(given, 'until'),
      page: text('page'),
      limit: text('limit'),
    } as unknown as EventFilters);
    return withContext(async ({ queries, print }) => {
      const page = await queries.execute(new ListEvents(filters));
      const { total, totalPages } = page;
      const end = total === 0 ? 'No events.' : `Page ${page.page} of ${totalPages}, ${total} events`;
      print(given.flag('json') ? screenJson(page, 2) : [...page.events.flatMap(lines), end].join('\n'));
      return 0;
    });
  },
};

function lines({ id, type, state, occurredAt, deliveries }: EventView): string[] {
  const unfinished = deliveries.filter((delivery) => delivery.state === 'dead' || delivery.state === 'open');
  return [
    `${occurredAt}  ${state.padEnd(9)}  ${id}  ${type}`,
    ...unfinished.map(({ job, state: of, lastError }) => `    ${of} ${job}${lastError ? `: ${lastError}` : ''}`),
  ].map(oneLine);
}
