import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const requestedOrigin = new AsyncLocalStorage<string>();

/**
 * Stores the origin that the client used, for all code that handles the request. Call before routes are registered.
 */
export function storeRequestOrigin(fastify: FastifyInstance): void {
  // Runs when the body has arrived. A context that an earlier hook sets would be lost, because the body arrives in events of
  // the connection, which run without the async context of the request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const origin = `${request.protocol}://${request.host}`;
    if (URL.canParse(origin) && new URL(origin).origin === origin) requestedOrigin.run(origin, done);
    else done();
  });
}

/**
 * Makes a path absolute, with the origin that the client used.
 * @param address a path of the shop; a URL is returned unchanged
 * @param fallback the origin for code that runs outside a request
 */
export function toAbsoluteUrl(address: string, fallback: string): string {
  return address.startsWith('/') ? (requestedOrigin.getStore() ?? fallback) + address : address;
}

/**
 * Changes a URL of another server to the shop's path that forwards to that server. The signature of a presigned URL stays
 * valid, because the shop forwards the request with the host name that was signed.
 * @param path null when browsers reach the other server directly; the URL is then returned unchanged
 */
export function toForwardedUrl(url: string, path: string | null, fallback: string): string {
  return path === null ? url : toAbsoluteUrl(path + url.slice(new URL(url).origin.length), fallback);
}
