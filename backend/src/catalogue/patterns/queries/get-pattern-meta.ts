import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { PatternMeta } from '../meta.contract.js';
import { IN_LANGUAGE } from '../pattern-rows.js';

/** Reads the meta tags and structured data of a published pattern. @throws {ApiError} 404 PATTERN_NOT_FOUND */
export class GetPatternMeta extends Query<PatternMeta> {
  constructor(
    readonly patternId: string,
    readonly language: Language,
  ) {
    super();
  }
}

interface MetaRow {
  [column: string]: unknown;
  title: string;
  description: string;
  tags: string[];
  images: string[];
  category: string;
  designer: string;
  priceCents: number;
  currency: string;
}

const STATEMENT = `
select t.texts->>'title' as title, t.texts->>'description' as description, t.texts->'tags' as tags,
       p.preview_images as images, p.category, d.name as designer, p.price_cents as "priceCents", p.currency
from patterns p join designers d on d.id = p.designer_id ${IN_LANGUAGE}
where p.id = $2 and p.status = 'published'`;

const BY: Record<Language, string> = { de: 'von', en: 'by' };
const MAX_DESCRIPTION_LENGTH = 155;

@QueryHandler(GetPatternMeta)
export class GetPatternMetaHandler implements IQueryHandler<GetPatternMeta> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ patternId, language }: GetPatternMeta): Promise<PatternMeta> {
    const row = await this.sql.row<MetaRow>(STATEMENT, [language, patternId]);
    if (!row) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    const { publicUrl } = this.config;
    const url = `${publicUrl}${language === 'en' ? '/en' : ''}/patterns/${patternId}`;
    const images = row.images.filter((image) => URL.canParse(image, publicUrl));
    const imageUrls = images.map((image) => new URL(image, publicUrl).href);
    return {
      meta_tags: {
        title: `${row.title} ${BY[language]} ${row.designer}`,
        description: shorten(row.description),
        keywords: (row.tags ?? []).join(', '),
        image: imageUrls[0] ?? null,
        url,
        type: 'product',
      },
      structured_data: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: row.title,
        description: row.description,
        sku: patternId,
        image: imageUrls,
        category: row.category,
        brand: { '@type': 'Brand', name: row.designer },
        offers: {
          '@type': 'Offer',
          price: (row.priceCents / 100).toFixed(2),
          priceCurrency: row.currency,
          availability: 'https://schema.org/InStock',
          url,
        },
      },
    };
  }
}

/** Shortens a description without splitting a surrogate pair. pattern-head.tsx in the storefront shortens it the same way. */
function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, MAX_DESCRIPTION_LENGTH - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}
