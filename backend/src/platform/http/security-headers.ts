import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ConfigFor } from '../config/config.js';
import { Files } from '../storage/files.js';
import { pagePolicy, REPORTING_ENDPOINTS } from './content-policy.js';

/** The policy of JSON responses: if a browser renders one as a page, nothing in it runs or loads. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const DATA = /^\/(api\/(?!docs|admin\/queues)|health|config\.json|meta\/)/;
/** Headers that only affect pages; JSON responses omit them. */
const OF_PAGES = [
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
const SECRET_ADDRESS = /^(\/(de|en))?\/(verify-email|reset-password|download|newsletter|withdraw|delete-account)/;
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
 * Sets one policy for the shop's pages and a narrower one for JSON; Stripe and the storage are the only foreign
 * origins.
 */
export function securityHeaders(app: NestFastifyApplication, config: ConfigFor<'payments'>): void {
  app.enableCors({ ...CORS, origin: config.corsOrigins });
  const pages = headersBy({
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

/** Computes helmet's headers once; they do not depend on the request. */
function headersBy(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function setHeaders(fastify: FastifyInstance, ofHelmet: Record<string, string>): void {
  const ofPages = { ...ofHelmet, 'permissions-policy': PERMISSIONS, 'reporting-endpoints': REPORTING_ENDPOINTS };
  const ofSecretPages = { ...ofPages, 'referrer-policy': 'no-referrer' };
  const ofData: Record<string, string> = { ...ofHelmet, 'content-security-policy': DATA_POLICY };
  for (const name of OF_PAGES) delete ofData[name];
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    void reply.headers(DATA.test(url) ? ofData : SECRET_ADDRESS.test(url) ? ofSecretPages : ofPages);
    done();
  });
  // Responses without a cache-control are not cached: most contain personal data.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}
