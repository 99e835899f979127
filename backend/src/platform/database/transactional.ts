import { TransactionContext } from '@mikro-orm/core';
import { Transactional as InTransaction } from '@mikro-orm/decorators/legacy';
import { retryOnDeadlock } from './retry-on-deadlock.js';

/**
 * One transaction around the method of a class that has an `em`. A transaction that PostgreSQL sacrificed is done again
 * from the start, so the method may change nothing but rows. Within another one it takes part in that, and only the
 * outermost is repeated.
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
