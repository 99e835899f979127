import { EventFilters, type EventView } from '#backend/operations/events.contract.js';
import { ListEvents } from '#backend/operations/queries/list-events.js';
import { oneLine } from '../one-line.js';
import { CHOICE, checked, moment } from '../options.js';
import { screenJson } from '../screen-json.js';
import type { Verb } from '../verb.js';

/** `events list`: facts and who owes what to them. */
export const listEvents: Verb = {
  name: 'events list',
  operands: [],
  about: 'Lists facts, newest first, with the jobs that have not ended or were given up.',
  options: {
    state: { value: '<state>', about: 'open, done, dead or unrelayed' },
    ...CHOICE,
    subject: { value: '<id>', about: 'Facts that carry this id, e.g. of a purchase' },
    page: { value: '<n>', about: 'Which page; 1 when not given' },
    limit: { value: '<n>', about: 'How many on a page; 20 when not given, at most 100' },
    json: { about: 'As JSON, like GET /api/admin/events' },
  },
  async run(given, withShop) {
    const { text } = given;
    const filters = await checked(EventFilters, {
      state: text('state'),
      type: text('type'),
      job: text('job'),
      subject: text('subject'),
      since: moment(given, 'since'),
      until: moment(given, 'until'),
      page: text('page'),
      limit: text('limit'),
    } as unknown as EventFilters);
    return withShop(async ({ queries, print }) => {
      const page = await queries.execute(new ListEvents(filters));
      const { total, totalPages } = page;
      const end = total === 0 ? 'No facts.' : `Page ${page.page} of ${totalPages}, ${total} facts`;
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
