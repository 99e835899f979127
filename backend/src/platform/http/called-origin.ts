import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const called = new AsyncLocalStorage<string>();

/** Keeps, for everything that a request causes, the origin that the client called. Call before the routes are made. */
export function keepCalledOrigin(fastify: FastifyInstance): void {
  // The body comes by events of the connection, which know nothing of the request, so this waits for it.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const origin = `${request.protocol}://${request.host}`;
    if (URL.canParse(origin) && new URL(origin).origin === origin) called.run(origin, done);
    else done();
  });
}

/**
 * The whole address of something that the shop serves itself, for the client that asks.
 * @param address stays as it is unless it is a path
 * @param fallback an origin, for what no request causes
 */
export function reachable(address: string, fallback: string): string {
  return address.startsWith('/') ? (called.getStore() ?? fallback) + address : address;
}

/**
 * A link to another server as browsers reach it below `path` of the shop; as it is without a path. It stays signed for the name
 * by which the shop itself reaches that server, which gets the request under that name again.
 */
export function passedOn(link: string, path: string | null, fallback: string): string {
  return path === null ? link : reachable(path + link.slice(new URL(link).origin.length), fallback);
}
