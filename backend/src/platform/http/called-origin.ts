import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const requestedOrigin = new AsyncLocalStorage<string>();

/**
 * Makes the origin that the client used available to all code that handles the request. Call before routes are registered.
 */
export function storeRequestOrigin(fastify: FastifyInstance): void {
  // Runs after the body has arrived: its events come from the connection, without the async context of the request.
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
export function toForwardedUrl(link: string, path: string | null, fallback: string): string {
  return path === null ? link : toAbsoluteUrl(path + link.slice(new URL(link).origin.length), fallback);
}
