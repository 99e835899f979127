import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { validate } from 'uuid';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';

/** Reads the sitemap index as XML. */
export class GetSitemap extends Query<string> {}

/** Reads one part of the sitemap as XML; null when it does not exist. */
export class GetSitemapPart extends Query<string | null> {
  constructor(readonly name: string) {
    super();
  }
}

/**
 * The index starts a new part every 4,000 patterns and names it by the id of its first pattern. A part lists up to 5,000
 * patterns from this id on, so a crawler with an older index also finds patterns that were published later. A pattern has
 * two URLs, so a part has at most 10,000 URLs.
 */
const PATTERNS_PER_PART = 4_000;
const MAX_PATTERNS_PER_PART = 5_000;
const INDEX_MAX_AGE_MS = 60_000;

const PAGES =
  '/ /patterns /designers /help /contact /size-guide /tutorials /terms /privacy ' +
  '/refunds /copyright /impressum /widerruf /barrierefreiheit /ranking';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

@QueryHandler(GetSitemap)
export class GetSitemapHandler implements IQueryHandler<GetSitemap> {
  private cached: { index: Promise<string>; readAt: number } | null = null;

  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Caches the index for a minute, because `read` reads the whole catalogue. */
  execute(): Promise<string> {
    if (!this.cached || performance.now() - this.cached.readAt > INDEX_MAX_AGE_MS) {
      const index = this.read();
      this.cached = { index, readAt: performance.now() };
      index.catch(() => (this.cached = null));
    }
    return this.cached.index;
  }

  private async read(): Promise<string> {
    const parts = await this.sql.rows<{ id: string }>(
      `select id from (select pattern_id as id, row_number() over (order by pattern_id) - 1 as place
                       from listed_patterns) list
       where place % ${PATTERNS_PER_PART} = 0 order by place`,
    );
    const names = ['pages', ...parts.map(({ id }) => id)];
    const entries = names.map(
      (name) => `<sitemap><loc>${escapeXml(this.config.publicUrl)}/sitemaps/${name}.xml</loc></sitemap>`,
    );
    return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`;
  }
}

@QueryHandler(GetSitemapPart)
export class GetSitemapPartHandler implements IQueryHandler<GetSitemapPart> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ name }: GetSitemapPart): Promise<string | null> {
    const partName = /^(.+)\.xml$/.exec(name)?.[1];
    if (partName === 'pages')
      return this.renderPart([...PAGES.split(' ').map((path) => ({ path })), ...(await this.listDesignerPaths())]);
    if (!partName || !validate(partName)) return null;
    const patterns = await this.sql.rows<{ id: string; changed: string }>(
      `select p.id, to_char(greatest(p.updated_at, p.published_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed
       from listed_patterns l join patterns p on p.id = l.pattern_id
       where l.pattern_id >= $1 order by l.pattern_id limit ${MAX_PATTERNS_PER_PART}`,
      [partName.toLowerCase()],
    );
    if (patterns.length === 0) return null;
    return this.renderPart(patterns.map(({ id, changed }) => ({ path: `/patterns/${id}`, changed })));
  }

  /** Lists the pages of designers with a published pattern. */
  private listDesignerPaths(): Promise<{ path: string }[]> {
    return this.sql.rows<{ path: string }>(
      `select '/designers/' || d.slug as path from designers d
       where exists (select from patterns p where p.designer_id = d.id and p.status = 'published')
       order by d.id limit ${MAX_PATTERNS_PER_PART - PAGES.split(' ').length}`,
    );
  }

  private renderPart(entries: { path: string; changed?: string }[]): string {
    const origin = escapeXml(this.config.publicUrl);
    const urls = entries.map(({ path, changed }) => {
      const [de, en] = [`${origin}${path}`, `${origin}/en${path === '/' ? '' : path}`];
      const alternates = [
        ['de', de],
        ['en', en],
        ['x-default', de],
      ].map(([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`);
      const commonElements = `${changed ? `<lastmod>${changed}</lastmod>` : ''}${alternates.join('')}</url>`;
      return `<url><loc>${de}</loc>${commonElements}\n<url><loc>${en}</loc>${commonElements}\n`;
    });
    const namespaces = `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
    return `${XML}<urlset ${namespaces}>\n${urls.join('')}</urlset>\n`;
  }
}

const escapeXml = (url: string) => url.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
