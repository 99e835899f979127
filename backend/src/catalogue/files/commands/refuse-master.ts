import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PatternFile } from '../pattern-file.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/** Refuses an upload that cannot become a master, for example a PDF with a password. The designer sees the reason. */
export class RefuseMaster extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly code: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefuseMaster)
export class RefuseMasterHandler implements ICommandHandler<RefuseMaster> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ fileId, code, reason }: RefuseMaster): Promise<void> {
    const file = await this.em.findOneOrFail(PatternFile, fileId, FOR_UPDATE);
    file.refuse(code, reason, new Date());
  }
}
