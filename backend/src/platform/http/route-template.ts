import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

const ROUTE = Symbol('route');
type Routed = IncomingMessage & { [ROUTE]?: string };

/** Stores the route of each request for its log line and its metric. */
export function storeRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    (request.raw as Routed)[ROUTE] = request.routeOptions.url;
    done();
  });
}

/**
 * @returns the route template of a request, e.g. `/api/patterns/:id`; `none` without a route. Never the URL, which can
 * contain a token
 */
export const getRoute = (request: IncomingMessage): string => (request as Routed)[ROUTE] ?? 'none';
