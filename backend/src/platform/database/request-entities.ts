import { type EntityManager, type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => EntityManager | undefined>();
const none = () => undefined;

/** MikroORM's `context` option: the EntityManager of the current job or request. */
export const entitiesHere = (name: string): EntityManager | undefined =>
  RequestContext.getEntityManager(name) ?? current.getStore()?.();

/** Gives each request its own EntityManager, forked on first use: most requests only use Sql. */
export function giveEntities(fastify: FastifyInstance, { em }: MikroORM): void {
  // `em.fork` reads the current context itself, which must be empty meanwhile.
  const fork = () => current.run(none, () => em.fork({ useContext: true, disableContextResolution: true }));
  fastify.addHook('onRequest', (_request, _reply, done) => {
    let own: EntityManager | undefined;
    current.run(() => (own ??= fork()), done);
  });
}
