import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { getRefusalHeaders } from '../platform/http/limits/limits.service.js';
import type { RecordView } from './commands/record-view.js';

const ROUTE = '/api/patterns/:id/view';
const ACCEPTED = '{"success":true,"data":{}}';

type View = RecordView['view'];

/**
 * Records the views of visitors who are not signed in, and skips the guards, pipes and interceptors of the route. Thousands
 * of views arrive per second, and the skipped steps cost more than the view itself. A request that may be invalid goes to
 * the route, which names the error.
 * @param record a function that checks the rate limit, saves one view and returns the response headers, or else rejects
 */
export function addViewsFastPath(
  fastify: FastifyInstance,
  record: (patternId: string, view: View, ip: string) => Promise<Record<string, string>>,
): void {
  fastify.addHook('preHandler', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (request.routeOptions.url !== ROUTE || request.headers.authorization !== undefined) return done();
    const { id } = request.params as { id: string };
    const view = parseView(request.body, request.headers['user-agent'] ?? '');
    if (!view || !validate(id)) return done();
    record(id.toLowerCase(), view, request.ip).then(
      (headers) => {
        reply.hijack();
        const common = { ...reply.getHeaders(), ...headers } as Record<string, string>;
        reply.raw.writeHead(202, {
          ...common,
          'content-type': 'application/json; charset=utf-8',
          'content-length': ACCEPTED.length,
          'cache-control': 'no-store',
        });
        reply.raw.end(ACCEPTED);
      },
      (error: Error) => {
        void reply.headers(getRefusalHeaders(error));
        done(error);
      },
    );
  });
}

/** @returns the view of a valid body (rules: insights.contract.ts); null for an invalid one */
function parseView(body: unknown, userAgent: string): View | null {
  if (typeof body !== 'object' || body === null) return null;
  const { session_id: sessionId, referrer = null } = body as Record<string, unknown>;
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > 200) return null;
  if (referrer !== null && (typeof referrer !== 'string' || referrer.length > 2_000)) return null;
  return { sessionId, referrer, userAgent, viewerId: null };
}
