import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { PatternMeta } from '../meta.contract.js';
import { IN_LANGUAGE } from '../pattern-rows.js';

/** Meta tags and structured data of a published pattern. @throws {ApiError} 404 PATTERN_NOT_FOUND */
export class GetPatternMeta extends Query<PatternMeta> {
  constructor(
    readonly patternId: string,
    readonly language: Language,
  ) {
    super();
  }
}

interface Found {
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
const LONGEST_DESCRIPTION = 155;

@QueryHandler(GetPatternMeta)
export class GetPatternMetaHandler implements IQueryHandler<GetPatternMeta> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ patternId, language }: GetPatternMeta): Promise<PatternMeta> {
    const found = await this.sql.row<Found>(STATEMENT, [language, patternId]);
    if (!found) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    const { publicUrl } = this.config;
    const url = `${publicUrl}${language === 'en' ? '/en' : ''}/patterns/${patternId}`;
    const images = found.images.filter((image) => URL.canParse(image, publicUrl));
    const absolute = images.map((image) => new URL(image, publicUrl).href);
    return {
      meta_tags: {
        title: `${found.title} ${BY[language]} ${found.designer}`,
        description: shortened(found.description),
        keywords: (found.tags ?? []).join(', '),
        image: absolute[0] ?? null,
        url,
        type: 'product',
      },
      structured_data: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: found.title,
        description: found.description,
        sku: patternId,
        image: absolute,
        category: found.category,
        brand: { '@type': 'Brand', name: found.designer },
        offers: {
          '@type': 'Offer',
          price: (found.priceCents / 100).toFixed(2),
          priceCurrency: found.currency,
          availability: 'https://schema.org/InStock',
          url,
        },
      },
    };
  }
}

/** Shortens the text as the storefront does, without splitting a surrogate pair. */
function shortened(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, LONGEST_DESCRIPTION - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}
