import { LockMode, TransactionContext } from '@mikro-orm/core';
import { Transactional as InTransaction } from '@mikro-orm/decorators/legacy';
import { retryOnDeadlock } from './retry-on-deadlock.js';

/** Option of a find: the rows that it reads stay locked until the transaction ends. */
export const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/**
 * Runs a method in one transaction; its class needs a field `em`. After a deadlock the method runs again, so it must change
 * nothing outside the database. A nested call joins the outer transaction; only the outermost call is retried.
 */
export function Transactional(): MethodDecorator {
  return (target, name, descriptor) => {
    InTransaction()(target as never, name as string, descriptor as never);
    const runOnce = descriptor.value as Work;
    const runWithRetry: Work = function (this: unknown, ...args) {
      if (TransactionContext.getEntityManager()) return runOnce.apply(this, args);
      return retryOnDeadlock(() => runOnce.apply(this, args));
    };
    descriptor.value = runWithRetry as never;
  };
}

type Work = (this: unknown, ...args: unknown[]) => Promise<unknown>;
