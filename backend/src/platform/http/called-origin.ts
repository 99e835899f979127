import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const called = new AsyncLocalStorage<string>();

/**
 * Stores the origin that the client requested, for all code that the request runs. Call before routes are registered.
 */
export function keepCalledOrigin(fastify: FastifyInstance): void {
  // Events of the connection deliver the body without the request's async context, so this hook runs after the body.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const origin = `${request.protocol}://${request.host}`;
    if (URL.canParse(origin) && new URL(origin).origin === origin) called.run(origin, done);
    else done();
  });
}

/**
 * The absolute URL of a resource of the shop, for the requesting client.
 * @param address returned unchanged unless it is a path
 * @param fallback an origin, for code outside a request
 */
export function reachable(address: string, fallback: string): string {
  return address.startsWith('/') ? (called.getStore() ?? fallback) + address : address;
}

/**
 * A link to another server as browsers reach it below `path` of the shop; unchanged without a path. Its signature stays
 * valid: it covers the host name that the shop uses, under which the shop forwards the request.
 */
export function passedOn(link: string, path: string | null, fallback: string): string {
  return path === null ? link : reachable(path + link.slice(new URL(link).origin.length), fallback);
}
