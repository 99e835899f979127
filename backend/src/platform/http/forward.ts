import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../api-error.js';

export interface Forward {
  /** Of the shop's own, e.g. `/storage`. */
  path: string;
  /** The origin that answers for everything below the path. */
  upstream: string;
  /** What may be asked for, below the path; all else is 404. */
  allowed: RegExp;
  /** Those below the path whose own content-security-policy holds, because their form would not work in a sandbox. */
  pages?: RegExp;
}

/** The caller's session and origin are none of the other server's business. */
const KEPT_BACK = new Set(['authorization', 'cookie', 'origin', 'referer']);
/** What comes from elsewhere is never a page with the rights of the shop's own. */
const STRANGER = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

/** Without cookies, which would be the shop's own. */
function asStranger(headers: IncomingHttpHeaders, isPage = false): IncomingHttpHeaders {
  const { 'set-cookie': _cookies, 'content-security-policy': policy, ...rest } = headers;
  return { ...rest, ...STRANGER, ...(isPage && policy && { 'content-security-policy': policy }) };
}

/**
 * Passes what is asked for below a path of the shop on to another server, which gets the request under its own name, so that a
 * presigned link still fits. Bodies stream through, however large. For a deployment in which browsers reach nothing but the shop.
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
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !KEPT_BACK.has(name))),
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
          'x-forwarded-prefix': path,
        }),
        rewriteHeaders: (headers) => asStranger(headers as IncomingHttpHeaders, pages?.test(target)),
        onError: (failed) =>
          void failed.send(new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1)),
      });
    };
    scope.get(`${path}/*`, pass);
    scope.post(`${path}/*`, (request, reply) => {
      // The parser above has left it unread.
      request.body = request.raw;
      return pass(request, reply);
    });
  });
}
