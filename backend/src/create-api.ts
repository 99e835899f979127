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
import { cachedRead, READS_CACHE_CONTROL, routeOfRead } from './catalogue/patterns/cached-reads.js';
import { CatalogueChanges } from './catalogue/catalogue-changes.js';
import { queryOf } from './catalogue/patterns/reads-fast-path.js';
import { GetPattern } from './catalogue/patterns/queries/get-pattern.js';
import { RecordView } from './insights/commands/record-view.js';
import { takeViewsQuickly } from './insights/quick-views.js';
import { cacheAnswers, type Read } from './platform/http/cache/response-cache.js';
import { acceptOneClickForms } from './newsletter/one-click-form.js';
import { BODY_LIMIT, limitBodies } from './platform/http/limits/body-limits.js';
import type { ConfigFor } from './platform/config/config.js';
import { keepCalledOrigin } from './platform/http/called-origin.js';
import type { Forward } from './platform/http/forward.js';
import { answerBadAddress, answerNoRequest } from './platform/http/errors/framework-errors.js';
import { Limits } from './platform/http/limits/limits.service.js';
import { enveloped } from './platform/http/cache/ready-response.js';
import { serveDocumentation } from './platform/http/openapi.js';
import { takePolicyReports } from './platform/http/policy-reports.js';
import { admitUpTo } from './platform/http/limits/overload.js';
import { logRequests } from './platform/http/request-log.js';
import { traceRequests } from './platform/http/request-traces.js';
import { nameRoutes } from './platform/http/route-template.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { validationPipe } from './platform/http/validation.js';
import { giveEntities } from './platform/database/request-entities.js';
import { serveQueueDashboard } from './shop/queue-dashboard.js';
import { serveStorefront } from './serve-storefront.js';

/** Above quality 4 Brotli costs more time than the network saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The whole HTTP side, not yet listening. */
export async function createApi(config: ApiConfig): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    // A body that has begun must follow; nginx sends on only what has come in whole.
    requestTimeout: 15_000,
    // Nor may whoever reads nothing of an answer keep it for ever.
    connectionTimeout: 20_000,
    // Whoever sends headers drop by drop holds a connection for ten seconds, not for a minute.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerNoRequest,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies,
  });
  const forwards = passedOn(config);
  const admission = admitUpTo(
    config.maxRequests,
    adapter.getHttpServer(),
    forwards.map(({ path }) => path),
  );
  admission.admitBodies(adapter.getInstance() as never);
  const keepUntilChanged = cacheAnswers(adapter.getInstance() as never, {
    keyOf: cachedRead,
    routeOf: routeOfRead,
    cacheControl: READS_CACHE_CONTROL,
    keep: config.responseCache,
    addressOf: addressBehind(config.trustedProxies),
    admit: admission.admit,
  });
  traceRequests(adapter.getInstance() as never);
  nameRoutes(adapter.getInstance() as never);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), adapter, {
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  logRequests(adapter.getInstance() as never, PinoLogger.root);
  giveEntities(adapter.getInstance() as never, app.get(MikroORM));
  placeRoutes(app);
  keepUntilChanged(app.get(CatalogueChanges), quickReader(app));
  app.get(CatalogueChanges).start();
  app.useGlobalPipes(validationPipe());
  limitBodies(adapter.getInstance() as never);
  takeViewsQuickly(adapter.getInstance() as never, viewTaker(app));
  acceptOneClickForms(adapter.getInstance() as never);
  takePolicyReports(adapter.getInstance() as never, (ip) =>
    app.get(Limits).admit('policy-report', { ip, account: null }),
  );
  await app.register(compress as never, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: BROTLI } as never);
  securityHeaders(app, config);
  await passOn(app, forwards);
  serveDocumentation(app, config);
  await serveQueueDashboard(app);
  if (config.storefrontDir) await serveStorefront(app, resolve(config.storefrontDir), config);
  return app;
}

/** What the configuration wants below a path of the shop, because browsers reach nothing else. */
function passedOn({ s3, stripe }: ConfigFor<'payments' | 'storage'>): Forward[] {
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

async function passOn(app: NestFastifyApplication, forwards: Forward[]): Promise<void> {
  if (forwards.length === 0) return;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  keepCalledOrigin(fastify);
  const { forward } = await import('./platform/http/forward.js');
  for (const one of forwards) await forward(fastify, one);
}

/** The routes and nothing behind them: no provider is made, so nothing connects. Good for reading the contract. */
export async function previewApi(config: ApiConfig): Promise<NestFastifyApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), new FastifyAdapter(), options);
  placeRoutes(app);
  return app;
}

/** Reads of the catalogue past pipes and interceptors, within the same limits. */
function quickReader(app: NestFastifyApplication): Read {
  const [limits, queries] = [app.get(Limits), app.get(QueryBus)];
  return (key, ip) => {
    const query = queryOf(key);
    if (!query) return null;
    const flow = query instanceof GetPattern ? 'read' : 'browse';
    return limits
      .admit(flow, { ip, account: null })
      .then(() => queries.execute(query))
      .then(enveloped);
  };
}

/** Reads the visitor's address as the framework does. */
function addressBehind(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, trusted);
}

/** Within the limits of views, as through the route. */
function viewTaker(app: NestFastifyApplication): Parameters<typeof takeViewsQuickly>[1] {
  const [limits, commands] = [app.get(Limits), app.get(CommandBus)];
  return async (patternId, view, ip) => {
    const { headers } = await limits.admit('view', { ip, account: null });
    await commands.execute(new RecordView(patternId, view));
    return headers;
  };
}

function placeRoutes(app: NestFastifyApplication): void {
  app.setGlobalPrefix('api', {
    exclude: ['health', 'config.json', 'media/*path', 'meta/*path', 'robots.txt', 'sitemap.xml', 'sitemaps/*path'],
  });
}
