import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ConfigFor } from '../config/config.js';
import { Files } from '../storage/files.js';
import { pagePolicy, REPORTING_ENDPOINTS } from './content-policy.js';

/** An answer is data: should a browser ever show it as a page, nothing in it may run or load. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const DATA = /^\/(api\/(?!docs|admin\/queues)|health|config\.json|meta\/)/;
/** What only a page obeys; in an answer of data it would be paid for a thousand times a second and do nothing. */
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
/** Screens whose address is a secret that no other site should be told. */
const SECRET_ADDRESS = /^(\/(de|en))?\/(verify-email|reset-password|download|newsletter|withdraw|delete-account)/;
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()';

/** What a page of another origin may do when CORS_ORIGINS names it. Nothing travels by cookie. */
const CORS = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'accept-language', 'traceparent'],
  exposedHeaders: ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-trace-id'],
  credentials: false,
  maxAge: 600,
};

/** One policy for the shop's pages, a narrower one for data; card provider and storage are the only foreign origins. */
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

/** They depend on nothing in a request, so they are worked out once. */
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
  // What nobody has said may be kept is not kept: most answers are somebody's own.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}
