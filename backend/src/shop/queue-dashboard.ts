import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { IsAdminSession } from '../accounts/administration/queries/is-admin-session.js';
import type { Config } from '../platform/config/config.js';
import { logRepeats } from '../platform/telemetry/log-repeats.js';
import { QUEUES } from '../platform/events/queue-names.js';
import { CONFIG } from '../platform/tokens.js';
import { QUEUES_PATH, readPassSession } from './queue-pass.js';

/** Directory of the dashboard's files. The library's own lookup fails in a bundled program. */
const PAGES = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
/** The dashboard page needs inline styles, but no inline script: its data is a JSON block, which is not executed. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');
const [code, message] = ['UNAUTHENTICATED', 'Open the queue dashboard from the operations page of the administration.'];
const NO_PASS = { success: false, message, code, error: { code, message } };

/** Serves the queue dashboard to browsers with a pass (queue-pass.ts). */
export async function serveQueueDashboard(app: NestFastifyApplication): Promise<void> {
  const adapter = new FastifyAdapter();
  const logger = new Logger('Queue');
  const queues = QUEUES.map((name) => app.get<Queue>(getQueueToken(name), { strict: false }));
  const logError = logRepeats((fields) => logger.warn(fields, 'queue trouble'));
  for (const queue of queues) queue.on('error', (err) => logError(err, { queue: queue.name }));
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiBasePath: PAGES, uiConfig: { boardTitle: 'Queues' } },
  });
  adapter.setBasePath(QUEUES_PATH);
  const { tokenSecret } = app.get<Config>(CONFIG);
  await app.register(
    async (fastify: FastifyInstance) => {
      fastify.addHook('onRequest', async (request, reply) => {
        const session = readPassSession(tokenSecret, request.headers.cookie);
        const passed = session !== null && (await app.get(QueryBus).execute(new IsAdminSession(session)));
        // Sends the 401 here, because the dashboard's error handler turns every thrown error into a 500.
        if (!passed) return reply.code(401).send(NO_PASS);
        void reply.header('content-security-policy', POLICY);
        return;
      });
      await fastify.register(adapter.registerPlugin() as never);
    },
    { prefix: QUEUES_PATH } as never,
  );
}
