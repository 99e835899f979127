import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Copy } from '../copy.entity.js';

/** Marking did not work this time; the buyer reads that it takes longer, the job tries again. */
export class RecordCopyFailed extends Command<void> {
  constructor(readonly copyId: string) {
    super();
  }
}

@CommandHandler(RecordCopyFailed)
export class RecordCopyFailedHandler implements ICommandHandler<RecordCopyFailed> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ copyId }: RecordCopyFailed): Promise<void> {
    const copy = await this.em.findOneOrFail(Copy, copyId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (copy.state === 'marking') copy.failures += 1;
  }
}
