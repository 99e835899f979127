import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHmac, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { IsAdmin } from '../accounts/queries/is-admin.js';
import { IsAdminSession } from '../accounts/queries/is-admin-session.js';
import { IsKnownPlace } from '../accounts/queries/is-known-place.js';
import type { Config } from '../platform/config.js';
import { emailKey } from '../platform/email-address.js';
import { headersOf, Limits } from '../platform/http/limits.service.js';
import { logRepeats } from '../platform/log-repeats.js';
import { Problem } from '../platform/problem.js';
import { QUEUES } from '../platform/queue-names.js';
import { Sql } from '../platform/sql.js';
import { CONFIG } from '../platform/tokens.js';
import { QUEUES_PATH, sessionOfPass } from './queue-pass.js';

/** The board itself looks for them in a way that no bundler understands. */
const PAGES = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
/** The page asks every few seconds; a password is hashed again only after this time. The role is read each time. */
const REMEMBER_MS = 60_000;

/** A second factor that is switched on ends what a password alone has opened. */
const STILL_ADMIN = `
select 1 from users u where email_key = $1 and role = 'admin' and closed_at is null and suspended_at is null
  and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`;

/**
 * The queues as a page for operators: behind the pass that the administration hands out (queue-pass.ts), or an
 * administrator's e-mail and password (HTTP Basic) where no second factor is on or required.
 */
export async function serveQueueDashboard(app: NestFastifyApplication): Promise<void> {
  const adapter = new FastifyAdapter();
  const logger = new Logger('Queue');
  const queues = QUEUES.map((name) => app.get<Queue>(getQueueToken(name), { strict: false }));
  const complain = logRepeats((fields) => logger.warn(fields, 'queue trouble'));
  for (const queue of queues) queue.on('error', (err) => complain(err, { queue: queue.name }));
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiBasePath: PAGES, uiConfig: { boardTitle: 'Queues' } },
  });
  adapter.setBasePath(QUEUES_PATH);
  // Guessing here is as slow as guessing at the sign-in, and both count together.
  const knows = rememberFor(REMEMBER_MS, async (email, password, ip) => {
    const knownPlace = await app.get(QueryBus).execute(new IsKnownPlace(email, ip));
    const attempt = await app.get(Limits).admit('login', { ip, account: emailKey(email), knownPlace });
    const yes = await app.get(QueryBus).execute(new IsAdmin(email, password));
    if (yes) await attempt.succeeded();
    return yes;
  });
  const isStillAdmin = async (email: string) => (await app.get(Sql).row(STILL_ADMIN, [emailKey(email)])) !== null;
  const { tokenSecret } = app.get<Config>(CONFIG);
  await app.register(
    async (fastify: FastifyInstance) => {
      fastify.addHook('onRequest', async (request, reply) => {
        const session = sessionOfPass(tokenSecret, request.headers.cookie);
        const passed = session !== null && (await app.get(QueryBus).execute(new IsAdminSession(session)));
        const [email, password] = basic(request.headers.authorization);
        const known =
          !passed &&
          email &&
          password &&
          (await knows(email, password, request.ip).catch((error) => refuse(reply, error)));
        if (reply.sent) return;
        if (passed || (known && (await isStillAdmin(email)))) {
          // The board's own page sets its data in an inline script.
          void reply.header(
            'content-security-policy',
            "default-src 'self' 'unsafe-inline' data:; frame-ancestors 'none'",
          );
          return;
        }
        await reply.code(401).header('www-authenticate', 'Basic realm="Queues", charset="UTF-8"').send();
      });
      await fastify.register(adapter.registerPlugin() as never);
    },
    { prefix: QUEUES_PATH } as never,
  );
}

/** Whoever guesses too often, or comes while nothing can be checked, hears it in the words of the API. */
async function refuse(reply: FastifyReply, error: unknown): Promise<false> {
  if (!(error instanceof Problem)) throw error;
  const { status, code, message, retryAfterSeconds } = error;
  if (retryAfterSeconds) void reply.header('retry-after', retryAfterSeconds);
  await reply.code(status).headers(headersOf(error)).send({ success: false, message, code, error: { code, message } });
  return false;
}

function basic(header: string | undefined): [string?, string?] {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1];
  if (!encoded) return [];
  const [email, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [email, password.join(':')];
}

/** Remembers yes answers under a keyed hash, so that no password stays in memory. */
function rememberFor(ms: number, ask: (email: string, password: string, ip: string) => Promise<boolean>) {
  const key = randomBytes(32);
  const known = new Map<string, number>();
  return async (email: string, password: string, ip: string): Promise<boolean> => {
    const id = createHmac('sha256', key).update(`${email}\0${password}`).digest('base64');
    if ((known.get(id) ?? 0) > Date.now()) return true;
    known.delete(id);
    const yes = await ask(email, password, ip);
    if (yes) known.set(id, Date.now() + ms);
    return yes;
  };
}
