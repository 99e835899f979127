import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { freshDatabase } from '../../backend/test/support/databases.js';
import { reactionsOf } from './support/jobs.js';
import { ofKind } from './support/manifest.js';
import { render, ROOT } from './support/render.js';

const FACTS = `
  with facts as (
    insert into outbox_events (id, type, payload, occurred_at) select gen_random_uuid(), 'Anything', '{}', now()
    from unnest($1::text[]) returning id
  )
  insert into deliveries (event_id, reaction) select id, reaction from facts cross join unnest($1::text[]) reaction`;

/** Roles belong to the whole server, which others use too. */
const reader = `keda_${randomBytes(6).toString('hex')}`;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const [, right] = /^grant ([^;]*) to keda;/m.exec(readFileSync(join(ROOT, 'docs/postgresql.md'), 'utf8'))!;
  await client.query(`create role ${reader}; grant ${right} to ${reader}`);
});
afterAll(async () => {
  await client?.query(`drop owned by ${reader}; drop role ${reader}`);
  await client?.end();
  await database?.drop();
});

/** What KEDA would read with the rights that docs/postgresql.md gives it, by the Deployment that it scales. */
async function asked(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await client.query(`set role ${reader}`);
  for (const { spec } of ofKind(render('production'), 'ScaledObject')) {
    const { rows } = await client.query<{ count: string }>(spec!.triggers[0]!.metadata.query!);
    counts[spec!.scaleTargetRef.name] = Number(rows[0]?.count);
  }
  await client.query('reset role');
  return counts;
}

describe('what a queue is scaled by', () => {
  it('is what the ledger owes to its reactions: neither what is done nor what is given up', async () => {
    const queues = QUEUES.filter((queue) => reactionsOf(queue).length > 0);
    const all = queues.flatMap((queue) => reactionsOf(queue).map(({ name }) => name));
    const owed = (facts: number) =>
      Object.fromEntries(queues.map((queue) => [`worker-${queue}`, facts * reactionsOf(queue).length]));

    expect(await asked()).toEqual(owed(0));
    // As many facts as there are reactions, each owed to every reaction.
    await client.query(FACTS, [all]);
    expect(await asked()).toEqual(owed(all.length));

    const end = (column: string) =>
      client.query(
        `update deliveries set ${column} = now() where event_id in
         (select event_id from deliveries where done_at is null and dead_at is null limit 1)`,
      );
    await end('done_at');
    await end('dead_at');
    expect(await asked()).toEqual(owed(all.length - 2));
  });
});
