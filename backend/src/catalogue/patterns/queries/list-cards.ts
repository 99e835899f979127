import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import type { PatternCard } from '../../catalogue.contract.js';
import { CARD, IN_LANGUAGE } from '../pattern-rows.js';

export interface ListedCard {
  card: PatternCard;
  forSale: boolean;
}

/**
 * Reads the cards of patterns by id, also of patterns that are not on sale, because a wishlist still shows them. The card of
 * a hidden pattern has no description, pictures or tags, because these can be the reason why moderators have hidden it.
 */
export class ListCards extends Query<Map<string, ListedCard>> {
  constructor(
    readonly patternIds: string[],
    readonly language: Language,
  ) {
    super();
  }
}

const STATEMENT = `
select p.id, p.status = 'published' as "forSale",
       case when p.status = 'hidden'
         then ${CARD} || '{"description": "", "preview_images": [], "tags": []}'::jsonb
         else ${CARD} end as card
from patterns p join designers d on d.id = p.designer_id ${IN_LANGUAGE}
where p.id = any ($2::uuid[])`;

@QueryHandler(ListCards)
export class ListCardsHandler implements IQueryHandler<ListCards> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternIds, language }: ListCards): Promise<Map<string, ListedCard>> {
    if (patternIds.length === 0) return new Map();
    const rows = await this.sql.rows<ListedCard & { id: string }>(STATEMENT, [language, patternIds]);
    return new Map(rows.map(({ id, ...listed }) => [id, listed]));
  }
}
