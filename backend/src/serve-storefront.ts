import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { CatalogueChanges } from './catalogue/catalogue-changes.js';
import { GetDesigner } from './catalogue/designers/queries/get-designer.js';
import { GetPatternMeta } from './catalogue/patterns/queries/get-pattern-meta.js';
import { GetPattern } from './catalogue/patterns/queries/get-pattern.js';
import { findLegalPage, firstPicture, firstApiUrl, queryFor } from './initial-data.js';
import { GetLegalText } from './legal/queries/get-legal-text.js';
import { PageCache, type Page } from './page-cache.js';
import { type PageHead, withHead, withPreloads } from './page-head.js';
import type { CommonConfig } from './platform/config/config.js';
import { getRefusalHeaders, Limits } from './platform/http/limits/limits.service.js';
import { enveloped } from './platform/http/cache/ready-response.js';
import { matchesEtag } from './platform/http/cache/cached-response.js';
import type { Language } from './platform/language.js';
import { ApiError } from './platform/api-error.js';
import { ConfigController } from './shop/config.controller.js';
import { StorefrontFiles } from './storefront-files.js';

/** Paths that the API itself handles. Any other path is a file or a screen of the storefront. */
const SERVER_PATHS = /^\/(api|health|config\.json|media|meta|sitemaps)(\/|$)/;
const PATTERN = /^\/patterns\/([^/]+)$/i;
const DESIGNER = /^\/designers\/([^/]+)$/i;
const FILES = /^\/((assets|locales)\/.*|[^/]+\.[a-z0-9]+)$/i;

/** Screens with their own head: the locale keys of title and description. The legal pages are in LEGAL_PAGES. */
const SCREENS: Record<string, [namespace: string, title: string, description: string]> = {
  '/': ['home', 'head.title', 'head.description'],
  '/patterns': ['catalogue', 'head.title', 'head.description'],
  '/designers': ['designers', 'head.title', 'head.description'],
  '/help': ['help', 'title', 'description'],
  '/contact': ['help', 'contact.title', 'contact.description'],
  '/size-guide': ['sizes', 'title', 'description'],
  '/tutorials': ['tutorials', 'title', 'description'],
};

const hasHead = (path: string) =>
  path in SCREENS || findLegalPage(path.slice(1)) !== undefined || PATTERN.test(path) || DESIGNER.test(path);

const logger = new Logger('Storefront');

/** Serves the built storefront from the API's origin, with a head that crawlers can read. */
export async function serveStorefront(app: NestFastifyApplication, root: string, config: CommonConfig): Promise<void> {
  const options: FastifyStaticOptions = {
    root,
    // Looks up files per request, because a new build adds file names while the server runs.
    serve: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
  await app.register(fastifyStatic as never, options as never);
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const storefront = new Storefront(app, new StorefrontFiles(root), config);
  fastify.get('/*', (request, reply) => storefront.send(request, reply));
}

class Storefront {
  private readonly queries: QueryBus;
  private readonly limits: Limits;
  private readonly shopConfig: ConfigController;
  private readonly pages: PageCache;

  constructor(
    app: NestFastifyApplication,
    private readonly files: StorefrontFiles,
    private readonly config: CommonConfig,
  ) {
    this.queries = app.get(QueryBus);
    this.limits = app.get(Limits);
    this.shopConfig = app.get(ConfigController);
    this.pages = new PageCache(app.get(CatalogueChanges), config.responseCache);
  }

  async send(request: FastifyRequest, reply: FastifyReply) {
    const [path, query] = splitUrl(request.url);
    if (SERVER_PATHS.test(path)) return reply.callNotFound();
    if (path === '/manifest.webmanifest') {
      const manifest = await this.files.manifest(this.config.shopName);
      return reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest);
    }
    if (FILES.test(path)) return path.includes('..') ? reply.callNotFound() : reply.sendFile(path.slice(1));
    if (/^\/(En|eN|EN)(\/|$)/.test(path)) {
      return reply.header('cache-control', 'public, max-age=86400').redirect(`/en${path.slice(3)}${query}`, 301);
    }
    return this.sendPage(path, query, request, reply);
  }

  private async sendPage(path: string, query: string, request: FastifyRequest, reply: FastifyReply) {
    const language = /^\/en(\/|$)/.test(path) ? 'en' : 'de';
    // /de/… shows the same page as the path without the prefix, which is the canonical path. There is no redirect: the
    // storefront has to see the prefix to store that the visitor chose German. It then removes the prefix from the URL
    // (storefront/src/app/start/entry-language.ts).
    const unprefixed = path.replace(/^\/(en|de)(?=\/|$)/i, '').replace(/\/+$/, '') || '/';
    await this.limits.admit('read', { ip: request.ip, account: null }).catch((error: unknown) => {
      void reply.headers(getRefusalHeaders(error));
      throw error;
    });
    const html = await this.files.html();
    const apiUrl = firstApiUrl(unprefixed, query, language);
    // All screens without their own head share one page; all unknown paths share another.
    const sharedKey = this.isScreen(unprefixed) ? 'screen' : 'missing';
    const key = hasHead(unprefixed) ? `${unprefixed} ${apiUrl ?? ''}` : sharedKey;
    const { text, hash, status } = await this.pages.get(`${language} ${key}`, html, () =>
      this.render(html, unprefixed, language, apiUrl, request.ip),
    );
    void reply.header('cache-control', 'no-cache').header('etag', `W/"${hash}"`);
    if (status === 503) void reply.header('retry-after', '1').header('cache-control', 'no-store');
    if (status !== 200) void reply.code(status);
    else if (matchesEtag(`"${hash}"`, request.headers['if-none-match'])) return reply.code(304).send(null);
    return reply.type('text/html; charset=utf-8').send(text);
  }

  /** Whether the storefront has a screen with this path. Ignores upper and lower case, like the storefront's router. */
  private isScreen(path: string): boolean {
    return hasHead(path.toLowerCase()) || this.files.isScreen(path);
  }

  /** Renders a page. It contains no personal data, so all clients get the same page for the same URL. */
  private async render(html: string, path: string, language: Language, apiUrl: string | null, ip: string) {
    const [head, response] = await Promise.all([
      this.readHead(path, language),
      apiUrl && this.readFirstResponse(apiUrl, ip),
    ]);
    const shopConfig = JSON.stringify(await this.shopConfig.forPages());
    const page = withPreloads(withHead(html, language, head ?? null, this.config), {
      ...this.files.findFirstFiles(path.replace(PATTERN, '/patterns/:id'), language),
      picture: response ? firstPicture(path, response) : undefined,
      responses: { '/config.json': shopConfig, ...(apiUrl && response && { [apiUrl]: response }) },
    });
    const missing = head?.missing;
    const status: Page['status'] = head === undefined ? 503 : missing ? 404 : 200;
    return { text: page, status, incomplete: status === 503 || (apiUrl !== null && response === null && !missing) };
  }

  /** @returns JSON text; null after an error, so that the storefront sends the request itself and shows the error */
  private async readFirstResponse(apiUrl: string, ip: string): Promise<string | null> {
    try {
      const query = queryFor(apiUrl);
      if (!query) return null;
      // The page request has already been counted as a read.
      if (!(query instanceof GetPattern || query instanceof GetLegalText))
        await this.limits.admit('browse', { ip, account: null });
      const data: string | object = await this.queries.execute(query);
      return enveloped(typeof data === 'string' ? data : JSON.stringify(data));
    } catch {
      return null;
    }
  }

  /** @returns undefined after an error; the page is still sent, and the storefront shows the error */
  private readHead(path: string, language: Language) {
    return this.findHead(path, language).catch((error: unknown) => {
      logger.error({ err: error }, 'page head cannot be read');
      return undefined;
    });
  }

  private async findHead(path: string, language: Language): Promise<PageHead | null> {
    const id = PATTERN.exec(path)?.[1];
    if (id !== undefined) return this.patternHead(id, language);
    const slug = DESIGNER.exec(path)?.[1];
    if (slug !== undefined) return this.designerHead(slug, language);
    if (!this.isScreen(path)) return this.notFoundHead(language, 'later');
    const legalPage = findLegalPage(path.slice(1));
    if (legalPage) {
      const { title, lead } = await this.queries.execute(new GetLegalText(legalPage, language));
      return { title, path, description: lead };
    }
    const screen = SCREENS[path];
    if (!screen) return { title: this.config.shopName };
    const [namespace, titleKey, descriptionKey] = screen;
    const title = await this.files.findText(language, namespace, titleKey);
    if (!title) return null;
    return { title, path, description: await this.files.findText(language, namespace, descriptionKey) };
  }

  private async patternHead(id: string, language: Language): Promise<PageHead> {
    const pattern = validate(id)
      ? await foundOrNull(this.queries.execute(new GetPatternMeta(id.toLowerCase(), language)))
      : null;
    if (!pattern) return this.notFoundHead(language, 'detail');
    const { title, description } = pattern.meta_tags;
    return { title, description, path: `/patterns/${id.toLowerCase()}`, pattern };
  }

  private async designerHead(slug: string, language: Language): Promise<PageHead> {
    const designer = await foundOrNull(this.queries.execute(new GetDesigner(slug, language)));
    if (!designer) return this.notFoundHead(language, 'designers');
    const title = (await this.files.findText(language, 'designers', 'by')) ?? '{{name}}';
    return {
      title: title.replace('{{name}}', () => designer.name),
      description: designer.bio ?? undefined,
      path: `/designers/${designer.slug}`,
    };
  }

  private async notFoundHead(language: Language, namespace: string): Promise<PageHead> {
    const title = (await this.files.findText(language, namespace, 'missing.title')) ?? this.config.shopName;
    return { title, missing: true };
  }
}

function splitUrl(url: string): [path: string, query: string] {
  const index = url.indexOf('?');
  return index < 0 ? [url, ''] : [url.slice(0, index), url.slice(index)];
}

async function foundOrNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
