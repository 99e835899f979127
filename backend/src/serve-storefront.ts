import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths that belong to the server; everything else without a file is a screen, which the router in index.html shows. */
const SERVER_PATHS = /^\/(api|health|config\.json|media|meta|locales|assets)(\/|$|\?)/;

/** The built storefront on the API's own origin. */
export async function serveStorefront(app: NestFastifyApplication, root: string): Promise<void> {
  const options: FastifyStaticOptions = {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
  await app.register(fastifyStatic as never, options as never);
  const page = await readFile(join(root, 'index.html'));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.get('/*', async (request, reply) => {
    if (SERVER_PATHS.test(request.url)) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
