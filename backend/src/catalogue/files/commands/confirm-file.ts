import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Files } from '../../../platform/storage/files.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { FileVersionReleased } from '../../catalogue.events.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternFile } from '../pattern-file.entity.js';
import { previewKey } from '../preview-key.js';

/**
 * Records that the designer confirms a file that requires confirmation.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND or FILE_NOT_FOUND, 409 FILE_NOT_CONFIRMABLE
 */
export class ConfirmFile extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly fileId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmFile)
export class ConfirmFileHandler implements ICommandHandler<ConfirmFile> {
  constructor(
    private readonly em: EntityManager,
    private readonly ownPatterns: OwnPatterns,
    private readonly outbox: Outbox,
    private readonly files: Files,
  ) {}

  async execute(confirmation: ConfirmFile): Promise<void> {
    await this.confirm(confirmation);
    await this.files.remove(previewKey(confirmation.fileId));
  }

  @Transactional()
  private async confirm({ patternId, fileId, userId }: ConfirmFile): Promise<void> {
    await this.ownPatterns.lock(patternId, userId);
    const file = await this.em.findOne(PatternFile, { id: fileId, patternId }, FOR_UPDATE);
    if (!file) throw notFound('FILE_NOT_FOUND', 'File');
    if (file.state === 'ready') return;
    if (!file.confirm(new Date())) {
      throw new ApiError(409, 'FILE_NOT_CONFIRMABLE', 'There is nothing to confirm about this file');
    }
    if (file.canReplaceOlderVersion()) this.outbox.record(new FileVersionReleased(fileId));
  }
}
