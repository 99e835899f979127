import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createDatabase, databaseUrl, dropDatabase } from '#sandbox/postgres/postgres.ts';
import { databaseOptions } from '../src/database.js';

const SERVER = process.env.TEST_DATABASE_URL!;
const NAME = `refunds_migration_${process.pid}`;

let orm: MikroORM;
let client: pg.Client;

beforeAll(async () => {
  await createDatabase(SERVER, NAME);
  const url = databaseUrl(SERVER, NAME);
  orm = await MikroORM.init(databaseOptions({ databaseUrl: url }));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await orm?.close();
  await dropDatabase(SERVER, NAME);
});

/** Inserts an order without its pattern. @returns its id */
async function insertOrder(fields: { status: string; refunded: number; dispute?: string }): Promise<string> {
  const id = uuidv7();
  await client.query(
    `insert into purchases (id, order_number, pattern_id, buyer_email, buyer_email_key, locale, amount_cents, currency,
       status, created_at, paid_at, refunded_at, refunded_cents, dispute_state)
     values ($1::uuid, $1::text, gen_random_uuid(), 'a@example.com', 'a@example.com', 'de', 1290, 'EUR', $2::text, now(), now(),
       case when $2::text = 'refunded' then '2026-11-01T10:00:00Z'::timestamptz end, $3, $4)`,
    [id, fields.status, fields.refunded, fields.dispute ?? null],
  );
  return id;
}

it('gives the orders of the earlier version their refunds, and a correction and a mail to those refunded in part', async () => {
  await orm.migrator.up({ to: 'Migration20261128031000_delivery' });
  await client.query('set session_replication_role = replica');
  const requested = await insertOrder({ status: 'refunded', refunded: 1290 });
  await client.query(
    `insert into refund_requests (purchase_id, cause, requested_at, refund_id, settled_at)
     values ($1, 'admin', now(), 're_1', now())`,
    [requested],
  );
  const inDashboard = await insertOrder({ status: 'paid', refunded: 300 });
  const disputed = await insertOrder({ status: 'refunded', refunded: 1290, dispute: 'lost' });
  const waiting = await insertOrder({ status: 'paid', refunded: 0 });
  await client.query(`insert into refund_requests (purchase_id, cause, requested_at) values ($1, 'admin', now())`, [
    waiting,
  ]);
  await orm.migrator.up();

  const { rows } = await client.query(
    `select f.purchase_id as order, f.cents, f.total_cents as total, f.source, r.purchase_id as request
     from refunds f left join refund_requests r on r.id = f.request_id order by f.purchase_id`,
  );
  expect(rows).toEqual([
    { order: requested, cents: 1290, total: 1290, source: 'response', request: requested },
    { order: inDashboard, cents: 300, total: 300, source: 'event', request: null },
    { order: disputed, cents: 1290, total: 1290, source: 'dispute', request: null },
  ]);
  const events = await client.query(
    `select e.type, e.payload->>'purchaseId' as order, f.cents
     from outbox_events e left join refunds f on f.id = (e.payload->>'refundId')::uuid`,
  );
  expect(events.rows).toEqual([{ type: 'purchases.partial-refund-recorded', order: inDashboard, cents: 300 }]);
  // A program of the earlier version names neither the id nor the amount of a request.
  const requests = await client.query(
    'select count(distinct id)::int as ids, count(amount_cents)::int as amounts from refund_requests',
  );
  expect(requests.rows).toEqual([{ ids: 2, amounts: 0 }]);
});
