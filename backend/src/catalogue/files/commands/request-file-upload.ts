import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Files } from '../../../platform/storage/files.js';
import { invalid } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { tidyFileName } from '../../../platform/storage/file-name.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';
import { PatternFile } from '../pattern-file.entity.js';
import type { FileUpload, FileUploadForm } from '../uploads.contract.js';
import { enforceVersionLimit } from '../version-limit.js';

/** Seconds for which a presigned form is valid: enough to upload a large file over a slow connection. */
export const UPLOAD_SECONDS = 15 * 60;

/**
 * Creates the next version of a file. Returns a presigned form, which accepts only a file of the announced size.
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 PATTERN_NOT_FOUND, 429 VERSION_LIMIT
 */
export class RequestFileUpload extends Command<FileUpload> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
    readonly form: FileUploadForm,
  ) {
    super();
  }
}

@CommandHandler(RequestFileUpload)
export class RequestFileUploadHandler implements ICommandHandler<RequestFileUpload> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly ownPatterns: OwnPatterns,
    private readonly files: Files,
  ) {}

  async execute(request: RequestFileUpload): Promise<FileUpload> {
    const file = await this.add(request);
    const { bytes } = request.form;
    const upload = await this.files.presignUpload(file.sourceKey, 'application/pdf', [bytes, bytes], UPLOAD_SECONDS);
    return { file_id: file.id, version: file.version, upload };
  }

  @Transactional()
  private async add({ patternId, userId, form }: RequestFileUpload): Promise<PatternFile> {
    const fileName = tidyFileName(form.file_name);
    if (!fileName) throw invalid('file_name', 'file_name must be the name of the file');
    const { pattern } = await this.ownPatterns.lock(patternId, userId);
    const { kind } = form;
    await enforceVersionLimit(this.sql, pattern, kind);
    const changelog = form.changelog || null;
    const [newest] = await this.em.find(PatternFile, { patternId, kind }, { orderBy: { version: 'desc' }, limit: 1 });
    const readyVersions = await this.em.count(PatternFile, { patternId, kind, state: 'ready' });
    if (readyVersions > 0 && !changelog) throw invalid('changelog', 'changelog must say what is new in this version');
    const id = uuidv7();
    const file = this.em.create(PatternFile, {
      id,
      patternId,
      kind,
      version: (newest?.version ?? 0) + 1,
      fileName,
      changelog,
      sheets: 0,
      state: 'awaiting-upload',
      sourceKey: `incoming/${id}`,
      flags: [],
      uploadedAt: new Date(),
    });
    this.em.persist(file);
    return file;
  }
}
