import { TransactionContext } from '@mikro-orm/core';
import { Transactional as InTransaction } from '@mikro-orm/decorators/legacy';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 3;
/** Deadlock, serialization failure: nothing was changed, and the same work may well succeed a moment later. */
const PASSING = new Set(['40P01', '40001']);

/**
 * One transaction around the method of a class that has an `em`. A transaction that PostgreSQL sacrificed is done again
 * from the start, so the method may change nothing but rows. Within another one it takes part in that, and only the
 * outermost is repeated.
 */
export function Transactional(): MethodDecorator {
  return (target, name, descriptor) => {
    InTransaction()(target as never, name as string, descriptor as never);
    const once = descriptor.value as Work;
    const work: Work = async function (this: unknown, ...args) {
      if (TransactionContext.getEntityManager()) return once.apply(this, args);
      for (let tried = 1; ; tried += 1) {
        try {
          return await once.apply(this, args);
        } catch (error) {
          if (tried === TRIES || !PASSING.has((error as { code?: string }).code ?? '')) throw error;
          await pause(Math.random() * 50 * tried);
        }
      }
    };
    descriptor.value = work as never;
  };
}

type Work = (this: unknown, ...args: unknown[]) => Promise<unknown>;
