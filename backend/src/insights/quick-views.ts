import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { headersOf } from '../platform/http/limits/limits.service.js';
import type { RecordView } from './commands/record-view.js';

const ROUTE = '/api/patterns/:id/view';
const ACCEPTED = '{"success":true,"data":{}}';

type View = RecordView['view'];

/**
 * Takes views of visitors past guards, pipes and interceptors, which cost more than the view itself: thousands arrive in a
 * second. What is not plainly right is left to the route, which says what is wrong with it.
 * @param take saves one view within the limits. @returns the headers of the answer; rejects when the view was not saved
 */
export function takeViewsQuickly(
  fastify: FastifyInstance,
  take: (patternId: string, view: View, ip: string) => Promise<Record<string, string>>,
): void {
  fastify.addHook('preHandler', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (request.routeOptions.url !== ROUTE || request.headers.authorization !== undefined) return done();
    const { id } = request.params as { id: string };
    const view = plainView(request.body, request.headers['user-agent'] ?? '');
    if (!view || !validate(id)) return done();
    take(id.toLowerCase(), view, request.ip).then(
      (headers) => {
        reply.hijack();
        const known = { ...reply.getHeaders(), ...headers } as Record<string, string>;
        reply.raw.writeHead(202, {
          ...known,
          'content-type': 'application/json; charset=utf-8',
          'content-length': ACCEPTED.length,
          'cache-control': 'no-store',
        });
        reply.raw.end(ACCEPTED);
      },
      (error: Error) => {
        void reply.headers(headersOf(error));
        done(error);
      },
    );
  });
}

/** The body as the contract wants it (insights.contract.ts), or null where the route has to say what is wrong. */
function plainView(body: unknown, userAgent: string): View | null {
  if (typeof body !== 'object' || body === null) return null;
  const { session_id: sessionId, referrer = null } = body as Record<string, unknown>;
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > 200) return null;
  if (referrer !== null && (typeof referrer !== 'string' || referrer.length > 2_000)) return null;
  return { sessionId, referrer, userAgent, viewerId: null };
}
