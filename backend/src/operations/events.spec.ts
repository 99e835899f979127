import { CommandBus } from '@nestjs/cqrs';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { PurgeOutbox } from './commands/purge-outbox.js';
import { DiscardForm, type EventFilters, ReplayForm } from './events.contract.js';
import { statements } from './queries/list-events.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ listen: false });
});
afterAll(() => shop.close());

describe('the search for facts', () => {
  /** What PostgreSQL would do if reading a table from end to end cost ten thousand times as much. */
  const planOf = (filters: EventFilters) =>
    shop.sql.ownTransaction(async (client) => {
      await client.query('set local enable_seqscan = off');
      const { list, values } = statements(filters);
      const { rows } = await client.query<Record<string, string>>(`explain ${list}`, [...values, 20, 0]);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });

  it.each([
    ['a subject', { subject: randomUUID() }, 'outbox_events_subjects'],
    ['a type', { type: 'purchases.copies-made' }, 'outbox_events_type'],
    ['a time', { since: '2026-11-22T07:00:00Z' }, 'outbox_events_newest'],
    ['dead letters', { state: 'dead' }, 'deliveries_dead'],
    ['what is not relayed', { state: 'unrelayed' }, 'outbox_events_unrelayed'],
  ] as const)('goes by an index for %s', async (_name, filters, index) => {
    expect(await planOf(filters)).toContain(index);
  });
});

describe('what an administrator says', () => {
  const wrongFields = async (type: new () => object, given: object) =>
    (await validate(plainToInstance(type, given))).map(({ property }) => property);

  it.each([
    '1970-01-01',
    '9999-12-31T23:59:59.999999999Z',
    '2024-02-29T10:00',
    '2026-11-22T10:00:00+14:00',
    '2026-11-22T10:00-13:45',
  ])('may be the time %s, which PostgreSQL knows too', async (since) => {
    expect(await wrongFields(ReplayForm, { since })).toEqual([]);
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
  ])('is no time when it is %j', async (time) => {
    expect(await wrongFields(ReplayForm, { since: time, until: time })).toEqual(['since', 'until']);
  });

  it.each(['one\ntwo', 'one\ttwo', '\u001b[2Jone', '\u009b31mone', '\u202eone', 'one\u2028two'])(
    'is no reason when it would steer a terminal or begin a line (%#)',
    async (reason) => {
      expect(await wrongFields(DiscardForm, { reason })).toEqual(['reason']);
      expect(await wrongFields(DiscardForm, { reason: 'Die Käuferin hat die Datei („Größe 38“) per Mail' })).toEqual(
        [],
      );
    },
  );
});

describe('tidying', () => {
  const DAY = 86_400;
  /** @returns the id of a fact of that age with one delivery like this */
  async function aFact(days: number, delivery: string, relayed = true): Promise<string> {
    const id = randomUUID();
    await shop.sql.rows(
      `with fact as (insert into outbox_events (id, type, payload, occurred_at, relayed_at)
         values ($1, 'test.kept', '{}', now() - make_interval(secs => $2), case when $3 then now() end) returning id)
       insert into deliveries (event_id, reaction, done_at, dead_at, discarded_at, published_at)
       select id, 'test', ${delivery}, now() + interval '1 hour' from fact`,
      [id, days * DAY, relayed],
    );
    return id;
  }

  it('deletes what is old and owed to nobody, and nothing else', async () => {
    const [dead, done] = ['null, now(), null', 'now(), null, null'];
    const stays = [await aFact(89, done), await aFact(91, dead), await aFact(91, 'null, null, null')];
    const goes = [await aFact(91, done), await aFact(400, 'null, now(), now()')];
    const tidy = (most?: number) => shop.api.get(CommandBus).execute(new PurgeOutbox(most));
    expect(await tidy(1)).toEqual({ deleted: 1, more: true });
    expect(await tidy()).toEqual({ deleted: 1, more: false });
    const kept = await shop.sql.rows<{ id: string }>(`select id from outbox_events where type = 'test.kept'`);
    expect(kept.map(({ id }) => id).sort()).toEqual(stays.sort());
    expect(await shop.sql.rows('select 1 from deliveries where event_id = any($1)', [goes])).toEqual([]);
    await shop.sql.rows(`delete from outbox_events where type = 'test.kept'`);
  });
});
