import { NestFactory } from '@nestjs/core';
import { QUEUE_NEEDS, workerNeeds } from '#backend/platform/config/needs.js';
import { loadConfig, withinNeeds } from '#backend/platform/config/config.js';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { endQueuePools } from '#backend/platform/events/queues.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { freshDatabase } from '../../backend/test/support/databases.js';
import { reactions, schedules } from './reactions.js';
import { Relay } from './runtime/relay.js';
import { WorkersModule } from './workers.module.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await endQueuePools();
  await database?.drop();
});

/** The minimum settings of each need. */
const SETTINGS: Partial<Record<string, Record<string, string>>> = {
  mail: { SMTP_URL: 'smtp://127.0.0.1:9' },
  payments: { STRIPE_SECRET_KEY: 'sk_test_1' },
  tokens: { TOKEN_SECRET: 'only for this test' },
};

const createApp = (queues: string, relay: 'on' | 'off') => {
  const needs = queues === 'none' ? workerNeeds([]) : QUEUE_NEEDS[queues as keyof typeof QUEUE_NEEDS];
  const env = {
    DATABASE_URL: database.url,
    WORKER_QUEUES: queues,
    WORKER_RELAY: relay,
    LOG_LEVEL: 'silent',
    ...Object.assign({}, ...needs.map((need) => SETTINGS[need])),
  };
  const config = loadConfig({ needs: ['database', 'queue', ...needs], env });
  return NestFactory.createApplicationContext(WorkersModule.with(config), { logger: false, abortOnError: false });
};

describe('a worker process', () => {
  it.each(QUEUES)('starts with only the settings and jobs of its queue: %s', async (queue) => {
    const app = await createApp(queue, 'off');
    try {
      const contains = (type: object) => {
        try {
          return Boolean(app.get(type as never, { strict: false }));
        } catch {
          return false;
        }
      };
      for (const { job, queue: jobQueue, name } of [...reactions, ...schedules])
        expect([name, contains(job)]).toEqual([name, jobQueue === queue]);
      expect(contains(Relay)).toBe(false);
    } finally {
      await app.close();
    }
  });

  it('starts with only the database settings when it runs the relay and no queue', async () => {
    const app = await createApp('none', 'on');
    expect(app.get(Relay)).toBeInstanceOf(Relay);
    await app.close();
  });

  it('does not give the secrets of one queue to the jobs of another queue', async () => {
    const app = await createApp('payments', 'off');
    const config = app.get<{ tokenSecret: string }>(CONFIG, { strict: false });
    expect(withinNeeds(QUEUE_NEEDS.payments, () => config.tokenSecret)).toBe('only for this test');
    expect(() => withinNeeds(QUEUE_NEEDS.masters, () => config.tokenSecret)).toThrow('"tokens"');
    await app.close();
  });
});
