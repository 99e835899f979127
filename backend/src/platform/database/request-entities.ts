import { type EntityManager, type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => EntityManager | undefined>();
const none = () => undefined;

/** For MikroORM's option `context`: the entities of the job or the request that is under way. */
export const entitiesHere = (name: string): EntityManager | undefined =>
  RequestContext.getEntityManager(name) ?? current.getStore()?.();

/** Gives each request entities of its own, made when they are first asked for: most requests only use Sql. */
export function giveEntities(fastify: FastifyInstance, { em }: MikroORM): void {
  // What makes a fork asks for the entities that are here.
  const fork = () => current.run(none, () => em.fork({ useContext: true, disableContextResolution: true }));
  fastify.addHook('onRequest', (_request, _reply, done) => {
    let own: EntityManager | undefined;
    current.run(() => (own ??= fork()), done);
  });
}
