import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { Files } from '../files.js';

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
export async function securityHeaders(app: NestFastifyApplication, config: Config): Promise<void> {
  const cardProvider = config.stripe.apiBase ?? 'https://api.stripe.com';
  const stripeScript = config.stripe.apiBase ? [] : ['https://js.stripe.com'];
  const stripeFrames = config.stripe.apiBase ? ["'none'"] : ['https://js.stripe.com', 'https://hooks.stripe.com'];
  app.enableCors({ ...CORS, origin: config.corsOrigins });
  await app.register(helmet as never, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...stripeScript],
        // Mantine sets its colour variables through style attributes and one <style> element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // A designer's files go from the browser to the storage.
        connectSrc: ["'self'", cardProvider, app.get(Files).uploadOrigin],
        frameSrc: stripeFrames,
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  narrow(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
}

function narrow(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (DATA.test(request.url)) {
      for (const name of OF_PAGES) void reply.removeHeader(name);
      void reply.header('content-security-policy', DATA_POLICY);
      return;
    }
    void reply.header('permissions-policy', PERMISSIONS);
    if (SECRET_ADDRESS.test(request.url)) void reply.header('referrer-policy', 'no-referrer');
  });
  // What nobody has said may be kept is not kept: most answers are somebody's own.
  fastify.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
  });
}
