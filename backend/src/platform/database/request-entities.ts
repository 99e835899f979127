import { type EntityManager, type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => EntityManager | undefined>();
const noEntityManager = () => undefined;

/** MikroORM's `context` option: the EntityManager of the current job or request. */
export const currentEntityManager = (name: string): EntityManager | undefined =>
  RequestContext.getEntityManager(name) ?? current.getStore()?.();

/** Gives each request its own EntityManager. It is forked on first use, because most requests only use Sql. */
export function provideEntityManager(fastify: FastifyInstance, { em }: MikroORM): void {
  // `em.fork` itself asks for the current EntityManager. With `noEntityManager`, this lookup does not call `fork` again.
  const fork = () => current.run(noEntityManager, () => em.fork({ useContext: true, disableContextResolution: true }));
  fastify.addHook('onRequest', (_request, _reply, done) => {
    let entityManager: EntityManager | undefined;
    current.run(() => (entityManager ??= fork()), done);
  });
}
