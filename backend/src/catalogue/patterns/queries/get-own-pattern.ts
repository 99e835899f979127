import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import {
  type FileRow,
  FROM_OWN,
  OWN_CARD,
  OWN_FILE,
  OWN_PICTURE,
  toOwnFile,
  toOwnPicture,
  type PictureRow,
} from '../own-pattern-rows.js';
import { FOR_DESIGNER, STATEMENT as DECISION } from '../../moderation/statement-rows.js';
import type { OwnPattern } from '../selling.contract.js';
import { kindOrder } from '../../../platform/database/shop-columns.js';

/** Reads a designer's own pattern with all its files and pictures. @throws {ApiError} 404 PATTERN_NOT_FOUND */
export class GetOwnPattern extends Query<OwnPattern> {
  constructor(
    readonly patternId: string,
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

const STATEMENT = `
select ${OWN_CARD} || jsonb_build_object(
  'translations', jsonb_strip_nulls(jsonb_build_object(
    'de', p.texts->'de' || coalesce(p.details->'de', '{}'),
    'en', p.texts->'en' || coalesce(p.details->'en', '{}'))),
  'files', coalesce((
    select jsonb_agg(${OWN_FILE} order by ${kindOrder('f.kind')},
                                          f.version desc)
    from pattern_files f where f.pattern_id = p.id), '[]'),
  'statements', array(
    select ${DECISION} from pattern_decisions s where s.pattern_id = p.id and ${FOR_DESIGNER}
    order by s.decided_at desc, s.id desc limit 10),
  'pictures', coalesce((
    select jsonb_agg(${OWN_PICTURE} order by i.id)
    from pattern_pictures i where i.pattern_id = p.id and i.state <> 'removed'), '[]')) as pattern
${FROM_OWN} where p.id = $3`;

type Row = Omit<OwnPattern, 'files' | 'pictures'> & { files: FileRow[]; pictures: PictureRow[] };

@QueryHandler(GetOwnPattern)
export class GetOwnPatternHandler implements IQueryHandler<GetOwnPattern> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternId, userId, language }: GetOwnPattern): Promise<OwnPattern> {
    const row = await this.sql.row<{ pattern: Row }>(STATEMENT, [language, userId, patternId]);
    if (!row) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    const { files, pictures, ...pattern } = row.pattern;
    return {
      ...pattern,
      files: files.map((file) => toOwnFile(file, language)),
      pictures: pictures.map((picture) => toOwnPicture(picture, language)),
    };
  }
}
