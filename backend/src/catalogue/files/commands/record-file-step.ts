import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { type FileStep, PatternFile } from '../pattern-file.entity.js';

/** Records the current step in the check of an upload. The designer sees the step. */
export class RecordFileStep extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly step: FileStep,
  ) {
    super();
  }
}

@CommandHandler(RecordFileStep)
export class RecordFileStepHandler implements ICommandHandler<RecordFileStep> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ fileId, step }: RecordFileStep): Promise<void> {
    const file = await this.em.findOneOrFail(PatternFile, fileId, FOR_UPDATE);
    file.setStep(step);
  }
}
