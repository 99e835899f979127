import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import { ApiModule } from './api.module.js';
import type { Config } from './platform/config.js';
import { limitBodies } from './platform/http/body-limits.js';
import { serveDocumentation } from './platform/http/openapi.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { validationPipe } from './platform/http/validation.js';
import { serveQueueDashboard } from './shop/queue-dashboard.js';
import { serveStorefront } from './serve-storefront.js';

/** Above quality 4 Brotli costs more time than the network saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The whole HTTP side, not yet listening. */
export async function createApi(config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: 100 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    trustProxy: 'loopback, linklocal, uniquelocal',
  });
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), adapter, {
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.enableShutdownHooks();
  placeRoutes(app);
  app.useGlobalPipes(validationPipe());
  limitBodies(adapter.getInstance() as never);
  await app.register(compress as never, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: BROTLI } as never);
  await securityHeaders(app, config);
  serveDocumentation(app, config);
  await serveQueueDashboard(app);
  if (config.storefrontDir) await serveStorefront(app, resolve(config.storefrontDir));
  return app;
}

/** The routes and nothing behind them: no provider is made, so nothing connects. Good for reading the contract. */
export async function previewApi(config: Config): Promise<NestFastifyApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), new FastifyAdapter(), options);
  placeRoutes(app);
  return app;
}

function placeRoutes(app: NestFastifyApplication): void {
  app.setGlobalPrefix('api', { exclude: ['health', 'config.json', 'media/*path', 'meta/*path', 'locales/*path'] });
}
