import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { FROM_OWN, OWN_CARD } from '../own-pattern-rows.js';
import type { OwnPatternCard } from '../selling.contract.js';

/** Lists all patterns of a designer, including drafts and hidden patterns, the newest first. */
export class ListOwnPatterns extends Query<OwnPatternCard[]> {
  constructor(
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListOwnPatterns)
export class ListOwnPatternsHandler implements IQueryHandler<ListOwnPatterns> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, language }: ListOwnPatterns): Promise<OwnPatternCard[]> {
    const rows = await this.sql.rows<{ pattern: OwnPatternCard }>(
      `select ${OWN_CARD} as pattern ${FROM_OWN} order by p.created_at desc, p.id desc`,
      [language, userId],
    );
    return rows.map(({ pattern }) => pattern);
  }
}
