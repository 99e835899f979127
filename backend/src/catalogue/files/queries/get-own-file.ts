import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Files } from '../../../platform/storage/files.js';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { type FileRow, OWN_FILE, toOwnFile } from '../../patterns/own-pattern-rows.js';
import { previewKey } from '../preview-key.js';
import type { OwnFile } from '../uploads.contract.js';

/** Reads one version of a designer's own file. @throws {ApiError} 404 FILE_NOT_FOUND */
export class GetOwnFile extends Query<OwnFile> {
  constructor(
    readonly patternId: string,
    readonly fileId: string,
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

const PREVIEW_SECONDS = 600;

const STATEMENT = `
select ${OWN_FILE} as file from pattern_files f
join patterns p on p.id = f.pattern_id
join designers d on d.id = p.designer_id and d.user_id = $3
where f.id = $2 and f.pattern_id = $1`;

@QueryHandler(GetOwnFile)
export class GetOwnFileHandler implements IQueryHandler<GetOwnFile> {
  constructor(
    private readonly sql: Sql,
    private readonly files: Files,
  ) {}

  async execute({ patternId, fileId, userId, language }: GetOwnFile): Promise<OwnFile> {
    const row = await this.sql.row<{ file: FileRow }>(STATEMENT, [patternId, fileId, userId]);
    if (!row) throw notFound('FILE_NOT_FOUND', 'File');
    const file = toOwnFile(row.file, language);
    if (file.state !== 'needs-confirmation') return file;
    const preview_url = await this.files.presignDownload(previewKey(fileId), file.file_name, PREVIEW_SECONDS);
    return { ...file, preview_url };
  }
}
