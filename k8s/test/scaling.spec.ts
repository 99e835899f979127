import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { freshDatabase } from '../../backend/test/support/databases.js';
import { queueReactions } from './support/jobs.js';
import { ofKind } from './support/manifest.js';
import { render, ROOT } from './support/render.js';

const INSERT_EVENTS = `
  with events as (
    insert into outbox_events (id, type, payload, occurred_at) select gen_random_uuid(), 'Anything', '{}', now()
    from unnest($1::text[]) returning id
  )
  insert into deliveries (event_id, reaction) select id, reaction from events cross join unnest($1::text[]) reaction`;

/** A role in place of KEDA's. Its name is random, because all databases of a server share their roles. */
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

/** Runs KEDA's queries with the rights from docs/postgresql.md. @returns the result of each query, by its Deployment */
async function readCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await client.query(`set role ${reader}`);
  for (const { spec } of ofKind(render('production'), 'ScaledObject')) {
    const { rows } = await client.query<{ count: string }>(spec!.triggers[0]!.metadata.query!);
    counts[spec!.scaleTargetRef.name] = Number(rows[0]?.count);
  }
  await client.query('reset role');
  return counts;
}

describe('the scaling of a queue', () => {
  it('counts pending jobs, but neither finished jobs nor dead letters', async () => {
    const queues = QUEUES.filter((queue) => queueReactions(queue).length > 0);
    const reactionNames = queues.flatMap((queue) => queueReactions(queue).map(({ name }) => name));
    const pending = (events: number) =>
      Object.fromEntries(queues.map((queue) => [`worker-${queue}`, events * queueReactions(queue).length]));

    expect(await readCounts()).toEqual(pending(0));
    // As many events as reactions, each with a job execution per reaction.
    await client.query(INSERT_EVENTS, [reactionNames]);
    expect(await readCounts()).toEqual(pending(reactionNames.length));

    const finishJobsOfOneEvent = (column: 'done_at' | 'dead_at') =>
      client.query(
        `update deliveries set ${column} = now() where event_id in
         (select event_id from deliveries where done_at is null and dead_at is null limit 1)`,
      );
    await finishJobsOfOneEvent('done_at');
    await finishJobsOfOneEvent('dead_at');
    expect(await readCounts()).toEqual(pending(reactionNames.length - 2));
  });
});
