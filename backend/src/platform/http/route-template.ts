import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

const ROUTE = Symbol('route');
type Routed = IncomingMessage & { [ROUTE]?: string };

/**
 * Notes which route each request belongs to, for its log line and its metric.
 */
export function nameRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    (request.raw as Routed)[ROUTE] = request.routeOptions.url;
    done();
  });
}

/** `/api/patterns/:id`, never the address itself, which may hold a token; `none` where no route was found. */
export const routeOf = (request: IncomingMessage): string => (request as Routed)[ROUTE] ?? 'none';
