import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../platform/database/transactional.js';
import { Outbox } from '../../platform/events/outbox.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Deletion } from '../deletion.entity.js';
import { ErasureStarted } from '../privacy.events.js';

/**
 * Starts the erasures that are due, and restarts those that have not finished within 25 hours.
 * @returns the number of started erasures
 */
export class StartDueErasures extends Command<number> {}

const BATCH_SIZE = 50;
/** After this time, the job of an unfinished erasure is a dead letter, so it no longer runs. */
const RESTART_AFTER_MS = 25 * 60 * 60 * 1000;

@CommandHandler(StartDueErasures)
export class StartDueErasuresHandler implements ICommandHandler<StartDueErasures> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute(): Promise<number> {
    const now = await databaseTime();
    const due = await this.em.find(
      Deletion,
      {
        eraseAt: { $lte: now },
        undoneAt: null,
        erasedAt: null,
        $or: [{ begunAt: null }, { begunAt: { $lt: new Date(now.getTime() - RESTART_AFTER_MS) } }],
      },
      { limit: BATCH_SIZE, orderBy: { eraseAt: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    for (const deletion of due) {
      deletion.begunAt = now;
      this.outbox.record(new ErasureStarted(deletion.id));
    }
    return due.length;
  }
}
