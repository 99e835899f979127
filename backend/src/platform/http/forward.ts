import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../api-error.js';

export interface Forward {
  /** The path prefix on the shop, e.g. `/storage`. */
  path: string;
  /** The origin to which requests below the path are forwarded. */
  upstream: string;
  /** Allowed request targets below the path; all others get a 404. */
  allowed: RegExp;
  /** Request targets of pages that keep their own Content-Security-Policy, because their form does not work in a sandbox. */
  pages?: RegExp;
}

/** Request headers that the upstream must not receive: the client's session and origin. */
const STRIPPED_HEADERS = new Set(['authorization', 'cookie', 'origin', 'referer']);
/** Prevents forwarded content from running as a page with the rights of the shop's origin. */
const SANDBOX_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Adds the sandbox headers. Removes cookies, which the browser would store for the shop's origin. */
function toSandboxedHeaders(headers: IncomingHttpHeaders, isPage = false): IncomingHttpHeaders {
  const { 'set-cookie': _cookies, 'content-security-policy': policy, ...rest } = headers;
  return { ...rest, ...SANDBOX_HEADERS, ...(isPage && policy && { 'content-security-policy': policy }) };
}

/**
 * Forwards requests below a path of the shop to another server, for deployments in which browsers reach only the shop. The
 * forwarded request has the other server's host name, so that presigned URLs stay valid. Bodies are streamed.
 */
export async function forward(fastify: FastifyInstance, { path, upstream, allowed, pages }: Forward): Promise<void> {
  await fastify.register(async (scope) => {
    await scope.register(replyFrom, { base: upstream, disableRequestLogging: true, destroyAgent: true });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const forwardRequest = (request: FastifyRequest, reply: FastifyReply) => {
      const target = request.url.slice(path.length);
      if (!allowed.test(target)) return reply.callNotFound();
      return reply.from(target.replace(/\?.*/s, ''), {
        rewriteRequestHeaders: (_raw, headers) => ({
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !STRIPPED_HEADERS.has(name))),
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
          'x-forwarded-prefix': path,
        }),
        rewriteHeaders: (headers) => toSandboxedHeaders(headers as IncomingHttpHeaders, pages?.test(target)),
        onError: (failedReply) =>
          void failedReply.send(
            new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1),
          ),
      });
    };
    scope.get(`${path}/*`, forwardRequest);
    scope.post(`${path}/*`, (request, reply) => {
      // The content type parser has not read the body, so the raw request can be streamed.
      request.body = request.raw;
      return forwardRequest(request, reply);
    });
  });
}
