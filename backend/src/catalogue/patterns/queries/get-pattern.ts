import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { CARD_FIELDS, IN_LANGUAGE } from '../pattern-rows.js';
import { LOWEST_PRICE_30_DAYS } from '../lowest-price.js';
import { kindOrder } from '../../../platform/database/shop-columns.js';
import { NO_DETAILS } from '../pattern-texts.js';

/**
 * Reads a published pattern as the JSON text of a PatternView, which the API sends without parsing it.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND
 */
export class GetPattern extends Query<string> {
  constructor(
    readonly patternId: string,
    readonly language: Language,
  ) {
    super();
  }
}

const STATEMENT = `
select json_build_object(${CARD_FIELDS},
  'lowest_price_30_days', ${LOWEST_PRICE_30_DAYS},
  'details', '${JSON.stringify(NO_DETAILS)}'::jsonb || t.details,
  'files', coalesce((
    select json_agg(json_build_object('id', f.id, 'kind', f.kind, 'file_name', f.file_name, 'pages', f.pages,
                                      'sheets', f.sheets, 'bytes', f.master_bytes)
                    order by ${kindOrder('f.kind')})
    from (select distinct on (kind) id, kind, file_name, pages, sheets, master_bytes from pattern_files
          where pattern_id = p.id and state = 'ready' order by kind, version desc) f), '[]'::json))::text as pattern
from patterns p join designers d on d.id = p.designer_id ${IN_LANGUAGE}
where p.id = $2 and p.status = 'published'`;

@QueryHandler(GetPattern)
export class GetPatternHandler implements IQueryHandler<GetPattern> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternId, language }: GetPattern): Promise<string> {
    const row = await this.sql.row<{ pattern: string }>(STATEMENT, [language, patternId]);
    if (!row) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    return row.pattern;
  }
}
