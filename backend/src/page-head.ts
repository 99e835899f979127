import type { PatternMeta } from './catalogue/patterns/meta.contract.js';
import type { Language } from './platform/language.js';

/** Title and metadata that the server writes into the page, for crawlers that run no JavaScript. */
export interface PageHead {
  title: string;
  description?: string;
  /** Path without language prefix; a screen without a path gets `noindex`. */
  path?: string;
  /** Whether the screen, the pattern or the designer does not exist. */
  missing?: boolean;
  pattern?: PatternMeta;
}

export interface Shop {
  publicUrl: string;
  shopName: string;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes JSON for a script element, so that no value can close the element or open a comment. */
const escapeScript = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** German paths have no prefix, English ones start with /en. */
export function pathIn(language: Language, path: string): string {
  if (language === 'de') return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/**
 * Writes the head into the storefront's index.html: removes the title and replaces the comment `<!--head-->`. Each new
 * element gets the attribute `data-head`: the storefront removes all elements with it before it writes its own head.
 */
export function withHead(html: string, language: Language, head: PageHead | null, shop: Shop): string {
  const page = html.replace(/<html lang="[^"]*"/, `<html lang="${language}"`);
  if (!head) return page;
  const lines = headLines(language, head, shop).map((line) => line.replace(/^<([a-z]+)/, '<$1 data-head'));
  return page.replace(/\s*<title data-head>[^<]*<\/title>/, '').replace('<!--head-->', () => lines.join('\n    '));
}

/** Files and API responses that the first screen needs. */
export interface Preloads {
  scripts: string[];
  styles: string[];
  picture: string | undefined;
  /** JSON texts by the URL that the storefront would request. */
  responses: Record<string, string>;
}

/**
 * Adds preload links to the head, so that the browser loads the files in parallel, and API responses to the end of the
 * body, where they block no rendering.
 */
export function withPreloads(html: string, { scripts, styles, picture, responses }: Preloads): string {
  const missing = (files: string[]) =>
    files.map((file) => escapeHtml(`/${file}`)).filter((href) => !html.includes(href));
  const links = [
    ...missing(styles).map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...missing(scripts).map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
    ...(picture ? [`<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(picture)}" />`] : []),
  ];
  const blocks = Object.entries(responses).map(
    ([address, json]) =>
      `<script type="application/json" data-answer="${escapeHtml(address)}">${escapeScript(json)}</script>`,
  );
  return html
    .replace('</head>', () => [...links, '</head>'].join('\n    '))
    .replace('</body>', () => [...blocks, '</body>'].join('\n    '));
}

function headLines(language: Language, { title, description, path, pattern }: PageHead, shop: Shop): string[] {
  const fullTitle = title.includes(shop.shopName) ? title : `${title} – ${shop.shopName}`;
  const meta = (name: string, content: string | null | undefined) =>
    content ? [`<meta name="${name}" content="${escapeHtml(content)}" />`] : [];
  const property = (name: string, content: string | null | undefined) =>
    content ? [`<meta property="${name}" content="${escapeHtml(content)}" />`] : [];
  const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}" />`;
  const top = [`<title>${escapeHtml(fullTitle)}</title>`, ...meta('description', description)];
  if (path === undefined) return [...top, ...meta('robots', 'noindex')];

  const url = (urlLanguage: Language) => shop.publicUrl + pathIn(urlLanguage, path);
  const alternate = (hreflang: string, urlLanguage: Language) =>
    link(`alternate" hreflang="${hreflang}`, url(urlLanguage));
  return [
    ...top,
    ...meta('keywords', pattern?.meta_tags.keywords),
    link('canonical', url(language)),
    alternate('de', 'de'),
    alternate('en', 'en'),
    alternate('x-default', 'de'),
    ...property('og:site_name', shop.shopName),
    ...property('og:locale', language === 'de' ? 'de_DE' : 'en_GB'),
    ...property('og:type', pattern ? 'product' : 'website'),
    ...property('og:title', fullTitle),
    ...property('og:description', description),
    ...property('og:url', url(language)),
    ...property('og:image', pattern?.meta_tags.image),
    ...(pattern
      ? [`<script type="application/ld+json">${escapeScript(JSON.stringify(pattern.structured_data))}</script>`]
      : []),
  ];
}
