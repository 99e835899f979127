import compress from '@fastify/compress';
import proxyAddr from '@fastify/proxy-addr';
import { MikroORM } from '@mikro-orm/core';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger, PinoLogger } from 'nestjs-pino';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import { type ApiConfig, ApiModule } from './api.module.js';
import { toCacheKey, READS_CACHE_CONTROL, findRoute } from './catalogue/patterns/cached-reads.js';
import { CatalogueChanges } from './catalogue/catalogue-changes.js';
import { parseQuery } from './catalogue/patterns/reads-fast-path.js';
import { GetPattern } from './catalogue/patterns/queries/get-pattern.js';
import { RecordView } from './insights/commands/record-view.js';
import { addViewsFastPath } from './insights/views-fast-path.js';
import { cacheResponses, type Read } from './platform/http/cache/response-cache.js';
import { acceptOneClickForms } from './newsletter/one-click-form.js';
import { BODY_LIMIT, limitBodies } from './platform/http/limits/body-limits.js';
import type { ConfigFor } from './platform/config/config.js';
import { storeRequestOrigin } from './platform/http/request-origin.js';
import type { Forward } from './platform/http/forward.js';
import { handleInvalidUrl, handleClientError } from './platform/http/errors/framework-errors.js';
import { Limits } from './platform/http/limits/limits.service.js';
import { enveloped } from './platform/http/cache/ready-response.js';
import { serveDocumentation } from './platform/http/openapi.js';
import { receivePolicyReports } from './platform/http/policy-reports.js';
import { createAdmission } from './platform/http/limits/overload.js';
import { logRequests } from './platform/http/request-log.js';
import { traceRequests } from './platform/http/request-traces.js';
import { storeRoutes } from './platform/http/route-template.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { validationPipe } from './platform/http/validation.js';
import { provideEntityManager } from './platform/database/request-entities.js';
import { serveQueueDashboard } from './shop/queue-dashboard.js';
import { serveStorefront } from './serve-storefront.js';

/** Above quality 4, Brotli takes more time than the smaller response saves on the network. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Builds the HTTP application; it does not listen yet. */
export async function createApi(config: ApiConfig): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    // The time in which a client must send its whole request. It can be short, because nginx buffers slow requests.
    requestTimeout: 15_000,
    // Closes a connection whose client does not read the response.
    connectionTimeout: 20_000,
    // A client that sends its headers slowly (slowloris) holds a connection for 10 s instead of Node's 60 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    frameworkErrors: handleInvalidUrl,
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies,
  });
  const forwards = forwardsFrom(config);
  const admission = createAdmission(
    config.maxRequests,
    adapter.getHttpServer(),
    forwards.map(({ path }) => path),
  );
  admission.admitBodies(adapter.getInstance() as never);
  const connectCache = cacheResponses(adapter.getInstance() as never, {
    toKey: toCacheKey,
    getRoute: findRoute,
    cacheControl: READS_CACHE_CONTROL,
    enabled: config.responseCache,
    getAddress: createAddressReader(config.trustedProxies),
    admit: admission.admit,
  });
  traceRequests(adapter.getInstance() as never);
  storeRoutes(adapter.getInstance() as never);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), adapter, {
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  logRequests(adapter.getInstance() as never, PinoLogger.root);
  provideEntityManager(adapter.getInstance() as never, app.get(MikroORM));
  setRoutePrefix(app);
  connectCache(app.get(CatalogueChanges), createFastRead(app));
  app.get(CatalogueChanges).start();
  app.useGlobalPipes(validationPipe());
  limitBodies(adapter.getInstance() as never);
  addViewsFastPath(adapter.getInstance() as never, createViewRecorder(app));
  acceptOneClickForms(adapter.getInstance() as never);
  receivePolicyReports(adapter.getInstance() as never, (ip) =>
    app.get(Limits).admit('policy-report', { ip, account: null }),
  );
  await app.register(compress as never, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: BROTLI } as never);
  securityHeaders(app, config);
  await registerForwards(app, forwards);
  serveDocumentation(app, config);
  await serveQueueDashboard(app);
  if (config.storefrontDir) await serveStorefront(app, resolve(config.storefrontDir), config);
  return app;
}

/**
 * The servers to which the API forwards requests: S3 if S3_PUBLIC_ENDPOINT is a path of the shop (`/storage`) instead of a
 * URL, and the fake of Stripe if STRIPE_PUBLIC_BASE is such a path. A deployment sets the paths when browsers can reach only
 * the API.
 */
function forwardsFrom({ s3, stripe }: ConfigFor<'payments' | 'storage'>): Forward[] {
  return [
    { path: s3.publicEndpoint, upstream: s3.endpoint, allowed: new RegExp(`^/${s3.bucket}([/?]|$)`) },
    {
      path: stripe.publicBase,
      upstream: stripe.apiBase,
      allowed: /^\/(v1\/payment_intents|3d-secure)\//,
      pages: /^\/3d-secure\//,
    },
  ].flatMap(({ path, upstream, ...rest }) =>
    path?.startsWith('/') ? [{ path, upstream: new URL(upstream!).origin, ...rest }] : [],
  );
}

async function registerForwards(app: NestFastifyApplication, forwards: Forward[]): Promise<void> {
  if (forwards.length === 0) return;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  storeRequestOrigin(fastify);
  const { forward } = await import('./platform/http/forward.js');
  for (const options of forwards) await forward(fastify, options);
}

/** Builds an application with routes but without providers, for the OpenAPI document. It opens no connections. */
export async function previewApi(config: ApiConfig): Promise<NestFastifyApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), new FastifyAdapter(), options);
  setRoutePrefix(app);
  return app;
}

/** Executes catalogue queries without the pipes and interceptors of their routes, but with the same rate limits. */
function createFastRead(app: NestFastifyApplication): Read {
  const [limits, queries] = [app.get(Limits), app.get(QueryBus)];
  return (key, ip) => {
    const query = parseQuery(key);
    if (!query) return null;
    const flow = query instanceof GetPattern ? 'read' : 'browse';
    return limits
      .admit(flow, { ip, account: null })
      .then(() => queries.execute(query))
      .then(enveloped);
  };
}

/** Reads the client's address from the proxy headers as Fastify does. */
function createAddressReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, trusted);
}

/** Records views without their route, but with the same rate limit. */
function createViewRecorder(app: NestFastifyApplication): Parameters<typeof addViewsFastPath>[1] {
  const [limits, commands] = [app.get(Limits), app.get(CommandBus)];
  return async (patternId, view, ip) => {
    const { headers } = await limits.admit('view', { ip, account: null });
    await commands.execute(new RecordView(patternId, view));
    return headers;
  };
}

function setRoutePrefix(app: NestFastifyApplication): void {
  app.setGlobalPrefix('api', {
    exclude: ['health', 'config.json', 'media/*path', 'meta/*path', 'robots.txt', 'sitemap.xml', 'sitemaps/*path'],
  });
}
