import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config/config.js';
import { WithoutEnvelope } from '../../platform/http/envelope.interceptor.js';
import { notFound } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import { GetSitemap, GetSitemapPart } from './queries/get-sitemap.js';

/**
 * Excludes the API, and the checkout, because every pattern page links to its checkout. Other screens that must not be
 * indexed are sent with `noindex`.
 */
const DISALLOWED = ['/api/', '/checkout', '/de/checkout', '/en/checkout'].map((path) => `Disallow: ${path}\n`).join('');

/** Serves robots.txt and the sitemap. Every URL starts with PUBLIC_URL and does not depend on the Host header. */
@ApiExcludeController()
@Controller()
@WithoutEnvelope()
export class SitemapController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  getRobots(): string {
    return `User-agent: *\n${DISALLOWED}\nSitemap: ${this.config.publicUrl}/sitemap.xml\n`;
  }

  @Get('sitemap.xml')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', 'public, max-age=600')
  getSitemap() {
    return this.queries.execute(new GetSitemap());
  }

  /** @param part `pages.xml`, or `<id of the first pattern>.xml` */
  @Get('sitemaps/:part')
  async getSitemapPart(@Param('part') part: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const xml = await this.queries.execute(new GetSitemapPart(part));
    if (xml === null) throw notFound('NOT_FOUND', 'Sitemap');
    void reply.header('content-type', 'application/xml; charset=utf-8').header('cache-control', 'public, max-age=600');
    return xml;
  }
}
