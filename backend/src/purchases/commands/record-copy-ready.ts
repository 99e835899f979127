import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '@mikro-orm/decorators/legacy';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Copy, type StoredCopy } from '../copy.entity.js';

/** A marked copy lies in the storage. The same copy is written under the same key, so a repeat changes nothing. */
export class RecordCopyReady extends Command<void> {
  constructor(
    readonly copyId: string,
    readonly stored: StoredCopy,
  ) {
    super();
  }
}

@CommandHandler(RecordCopyReady)
export class RecordCopyReadyHandler implements ICommandHandler<RecordCopyReady> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ copyId, stored }: RecordCopyReady): Promise<void> {
    const copy = await this.em.findOneOrFail(Copy, copyId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    copy.ready(stored, new Date());
  }
}
