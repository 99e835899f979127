import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Copy } from '../copy.entity.js';

/** Counts a failed attempt to mark a copy. The download page then reports a delay; the job is retried. */
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
    const copy = await this.em.findOneOrFail(Copy, copyId, FOR_UPDATE);
    if (copy.state === 'marking') copy.failures += 1;
  }
}
