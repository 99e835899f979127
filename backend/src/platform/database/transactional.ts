import { LockMode, TransactionContext } from '@mikro-orm/core';
import { Transactional as InTransaction } from '@mikro-orm/decorators/legacy';
import { retryOnDeadlock } from './retry-on-deadlock.js';

/** Locks the rows that a find reads until the transaction ends. */
export const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * Runs a method of a class with an `em` in one transaction. A transaction that PostgreSQL aborted for a deadlock is
 * retried, so the method may have no side effects besides its rows. A nested call joins the outer transaction; only the
 * outermost is retried.
 */
export function Transactional(): MethodDecorator {
  return (target, name, descriptor) => {
    InTransaction()(target as never, name as string, descriptor as never);
    const once = descriptor.value as Work;
    const work: Work = function (this: unknown, ...args) {
      if (TransactionContext.getEntityManager()) return once.apply(this, args);
      return retryOnDeadlock(() => once.apply(this, args));
    };
    descriptor.value = work as never;
  };
}

type Work = (this: unknown, ...args: unknown[]) => Promise<unknown>;
