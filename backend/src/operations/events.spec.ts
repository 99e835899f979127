import { CommandBus } from '@nestjs/cqrs';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { PurgeOutbox } from './commands/purge-outbox.js';
import { DiscardForm, type EventFilters, ReplayForm } from './events.contract.js';
import { buildStatements } from './queries/list-events.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ listen: false });
});
afterAll(() => shop.close());

describe('the event search', () => {
  /** @returns the query plan of a search when PostgreSQL avoids sequential scans */
  const explainSearch = (filters: EventFilters) =>
    shop.sql.ownTransaction(async (client) => {
      await client.query('set local enable_seqscan = off');
      const { list, values } = buildStatements(filters);
      const { rows } = await client.query<Record<string, string>>(`explain ${list}`, [...values, 20, 0]);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });

  it.each([
    ['a subject', { subject: randomUUID() }, 'outbox_events_subjects'],
    ['a type', { type: 'purchases.copies-made' }, 'outbox_events_type'],
    ['a time', { since: '2026-11-22T07:00:00Z' }, 'outbox_events_newest'],
    ['dead letters', { state: 'dead' }, 'deliveries_dead'],
    ['events that are not relayed', { state: 'unrelayed' }, 'outbox_events_unrelayed'],
  ] as const)('uses an index for %s', async (_name, filters, index) => {
    expect(await explainSearch(filters)).toContain(index);
  });
});

describe('validation of administrator input', () => {
  const findInvalidFields = async (type: new () => object, input: object) =>
    (await validate(plainToInstance(type, input))).map(({ property }) => property);

  it.each([
    '1970-01-01',
    '9999-12-31T23:59:59.999999999Z',
    '2024-02-29T10:00',
    '2026-11-22T10:00:00+14:00',
    '2026-11-22T10:00-13:45',
  ])('accepts the time %s, which PostgreSQL also parses', async (since) => {
    expect(await findInvalidFields(ReplayForm, { since })).toEqual([]);
    await shop.sql.rows('select $1::timestamptz', [since]);
  });

  it.each([
    2026,
    '0000-01-01',
    '2026',
    '2026-11',
    '20261122',
    '2026-326',
    '2026-W47-1',
    '2026-02-29',
    '2026-11-22T10',
    '2026-11-22T24:00Z',
    '2026-11-22T10:00:00,5Z',
    '2026-11-22T10:00+14:01',
    '2026-11-22T10:00+23:59',
    '2026-11-22T10:00+02',
    '2026-11-22 10:00',
  ])('refuses %j as a time', async (time) => {
    expect(await findInvalidFields(ReplayForm, { since: time, until: time })).toEqual(['since', 'until']);
  });

  it.each(['one\ntwo', 'one\ttwo', '\u001b[2Jone', '\u009b31mone', '\u202eone', 'one\u2028two'])(
    'refuses a reason with control characters or line breaks (%#)',
    async (reason) => {
      expect(await findInvalidFields(DiscardForm, { reason })).toEqual(['reason']);
      expect(
        await findInvalidFields(DiscardForm, { reason: 'Die Käuferin hat die Datei („Größe 38“) per Mail' }),
      ).toEqual([]);
    },
  );
});

describe('the purge of the outbox', () => {
  const DAY = 86_400;
  /**
   * Inserts an event that is `days` days old, with one job execution.
   * @param times the SQL values of `done_at`, `dead_at` and `discarded_at` of the job execution
   * @returns the id of the event
   */
  async function insertEvent(days: number, times: string, relayed = true): Promise<string> {
    const id = randomUUID();
    await shop.sql.rows(
      `with event as (insert into outbox_events (id, type, payload, occurred_at, relayed_at)
         values ($1, 'test.kept', '{}', now() - make_interval(secs => $2), case when $3 then now() end) returning id)
       insert into deliveries (event_id, reaction, done_at, dead_at, discarded_at, published_at)
       select id, 'test', ${times}, now() + interval '1 hour' from event`,
      [id, days * DAY, relayed],
    );
    return id;
  }

  it('deletes an event if it is older than 90 days and all its job executions are done or discarded', async () => {
    const [dead, done] = ['null, now(), null', 'now(), null, null'];
    const expectedKept = [
      await insertEvent(89, done),
      await insertEvent(91, dead),
      await insertEvent(91, 'null, null, null'),
    ];
    const deletedIds = [await insertEvent(91, done), await insertEvent(400, 'null, now(), now()')];
    const purge = (limit?: number) => shop.api.get(CommandBus).execute(new PurgeOutbox(limit));
    expect(await purge(1)).toEqual({ deleted: 1, more: true });
    expect(await purge()).toEqual({ deleted: 1, more: false });
    const kept = await shop.sql.rows<{ id: string }>(`select id from outbox_events where type = 'test.kept'`);
    expect(kept.map(({ id }) => id).sort()).toEqual(expectedKept.sort());
    expect(await shop.sql.rows('select 1 from deliveries where event_id = any($1)', [deletedIds])).toEqual([]);
    await shop.sql.rows(`delete from outbox_events where type = 'test.kept'`);
  });
});
