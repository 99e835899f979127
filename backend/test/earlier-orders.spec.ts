import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { createDatabase, dropDatabase } from '#sandbox/postgres/postgres.ts';
import { applyMigrations } from '../src/apply-migrations.js';
import { databaseOptions } from '../src/database.js';

const server = process.env.TEST_DATABASE_URL!;
const name = `earlier_orders_${process.pid}_${Date.now()}`;
let client: pg.Client;

/** A shop as it was before invoices, brought up to date. */
beforeAll(async () => {
  const url = await createDatabase(server, name);
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: url }));
  await orm.migrator.up({ to: 'Migration20261122000300_search' });
  await orm.close(true);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  // Only the orders count here, not what they point to.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into purchases (id, order_number, pattern_id, buyer_email, buyer_email_key, locale, amount_cents, currency,
                            status, created_at, paid_at)
     select id::uuid, id, gen_random_uuid(), id, id, 'de', 990, 'EUR', status, now(), paid
     from (values ('00000000-0000-7000-8000-000000000001', 'paid', now()),
                  ('00000000-0000-7000-8000-000000000002', 'paid', now()),
                  ('00000000-0000-7000-8000-000000000003', 'pending', null)) t (id, status, paid)`,
  );
  await client.query(
    `insert into copies (id, purchase_id, file_id, state, created_at, ready_at)
     select gen_random_uuid(), ('00000000-0000-7000-8000-00000000000' || n)::uuid, gen_random_uuid(), state,
            '2026-01-01', ready::timestamptz
     from (values (1, 'ready', '2026-01-02'), (1, 'ready', '2026-01-03'), (2, 'ready', '2026-01-02'),
                  (2, 'marking', null)) t (n, state, ready)`,
  );
  await applyMigrations(url);
});
afterAll(async () => {
  await client?.end();
  await dropDatabase(server, name);
});

it('orders that were paid before there were invoices owe none, and finished copies are not announced again', async () => {
  const { rows } = await client.query(
    `select right(order_number, 1)::int as n, invoiced, copies_made_at = '2026-01-03' as made from purchases order by n`,
  );
  expect(rows).toEqual([
    { n: 1, invoiced: false, made: true },
    { n: 2, invoiced: false, made: null },
    { n: 3, invoiced: true, made: null },
  ]);
});
