import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../api-error.js';

export interface Forward {
  /** The path prefix on the shop, e.g. `/storage`. */
  path: string;
  /** The origin that serves everything below the path. */
  upstream: string;
  /** Allowed request targets below the path; all others get a 404. */
  allowed: RegExp;
  /** Pages that keep their own Content-Security-Policy, because their form does not work in a sandbox. */
  pages?: RegExp;
}

/** Request headers that the upstream must not receive: the client's session and origin. */
const STRIPPED_HEADERS = new Set(['authorization', 'cookie', 'origin', 'referer']);
/** Forwarded content never runs as a page with the rights of the shop's origin. */
const SANDBOX_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Removes cookies, which would be set for the shop's origin. */
function sandboxed(headers: IncomingHttpHeaders, isPage = false): IncomingHttpHeaders {
  const { 'set-cookie': _cookies, 'content-security-policy': policy, ...rest } = headers;
  return { ...rest, ...SANDBOX_HEADERS, ...(isPage && policy && { 'content-security-policy': policy }) };
}

/**
 * Forwards requests below a path of the shop to another server under that server's host name, so that presigned URLs
 * stay valid. Bodies are streamed. For deployments in which browsers reach only the shop.
 */
export async function forward(fastify: FastifyInstance, { path, upstream, allowed, pages }: Forward): Promise<void> {
  await fastify.register(async (scope) => {
    await scope.register(replyFrom, { base: upstream, disableRequestLogging: true, destroyAgent: true });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const pass = (request: FastifyRequest, reply: FastifyReply) => {
      const target = request.url.slice(path.length);
      if (!allowed.test(target)) return reply.callNotFound();
      return reply.from(target.replace(/\?.*/s, ''), {
        rewriteRequestHeaders: (_raw, headers) => ({
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !STRIPPED_HEADERS.has(name))),
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
          'x-forwarded-prefix': path,
        }),
        rewriteHeaders: (headers) => sandboxed(headers as IncomingHttpHeaders, pages?.test(target)),
        onError: (failed) =>
          void failed.send(new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1)),
      });
    };
    scope.get(`${path}/*`, pass);
    scope.post(`${path}/*`, (request, reply) => {
      // The parser above leaves the body unread.
      request.body = request.raw;
      return pass(request, reply);
    });
  });
}
