import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ConfigFor } from '../config/config.js';
import { Files } from '../storage/files.js';
import { pagePolicy, REPORTING_ENDPOINTS } from './content-policy.js';

/** The policy of JSON responses. If a browser shows such a response as a page, nothing in it runs or loads. */
const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";
const JSON_PATH = /^\/(api\/(?!docs|admin\/queues)|health|config\.json|meta\/)/;
/** Headers that only affect pages; JSON responses do not contain them. */
const PAGE_HEADERS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** Screens whose URL contains a secret that must not leak to other sites. */
const SECRET_SCREEN = /^(\/(de|en))?\/(verify-email|reset-password|download|newsletter|withdraw|delete-account)/;
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()';

/** CORS settings for the origins in CORS_ORIGINS. The API uses no cookies. */
const CORS = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'accept-language', 'traceparent'],
  exposedHeaders: ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-trace-id'],
  credentials: false,
  maxAge: 600,
};

/**
 * Adds the security headers to all responses: one Content-Security-Policy for the shop's pages and a stricter one for JSON.
 */
export function securityHeaders(app: NestFastifyApplication, config: ConfigFor<'payments'>): void {
  app.enableCors({ ...CORS, origin: config.corsOrigins });
  const pages = computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: pagePolicy(config, app.get(Files).uploadOrigin),
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  setHeaders(app.getHttpAdapter().getInstance() as unknown as FastifyInstance, pages);
}

/** Computes helmet's headers once, because they do not depend on the request. */
function computeHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function setHeaders(fastify: FastifyInstance, helmetHeaders: Record<string, string>): void {
  const pageHeaders = {
    ...helmetHeaders,
    'permissions-policy': PERMISSIONS,
    'reporting-endpoints': REPORTING_ENDPOINTS,
  };
  const secretPageHeaders = { ...pageHeaders, 'referrer-policy': 'no-referrer' };
  const jsonHeaders: Record<string, string> = { ...helmetHeaders, 'content-security-policy': JSON_POLICY };
  for (const name of PAGE_HEADERS) delete jsonHeaders[name];
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    void reply.headers(JSON_PATH.test(url) ? jsonHeaders : SECRET_SCREEN.test(url) ? secretPageHeaders : pageHeaders);
    done();
  });
  // Most API responses contain personal data, so they are not cached unless the endpoint sets cache-control.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}
