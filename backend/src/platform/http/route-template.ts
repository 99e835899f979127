import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

const ROUTE = Symbol('route');
type Routed = IncomingMessage & { [ROUTE]?: string };

/** Stores the route of each request for its log line and its metric. */
export function nameRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    (request.raw as Routed)[ROUTE] = request.routeOptions.url;
    done();
  });
}

/** `/api/patterns/:id`, never the URL, which may contain a token; `none` without a route. */
export const getRoute = (request: IncomingMessage): string => (request as Routed)[ROUTE] ?? 'none';
