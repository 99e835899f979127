import type { PatternMeta } from './catalogue/patterns/meta.contract.js';
import type { Language } from './platform/language.js';

/** What the server writes into the head of a screen, for those who never run the storefront. */
export interface PageHead {
  title: string;
  description?: string;
  /** The path without a language prefix; screens without one stay out of search engines. */
  path?: string;
  pattern?: PatternMeta;
}

export interface Shop {
  publicUrl: string;
  shopName: string;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that can stand in a script element: nothing in it ends the element, begins a comment or breaks a line. */
const inScript = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** German lives unprefixed, English under /en. */
export function pathIn(language: Language, path: string): string {
  if (language === 'de') return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/**
 * Puts a head into the storefront's index.html, in place of the one that is marked `data-head` there. The storefront removes
 * everything with that mark when it writes its own.
 */
export function withHead(html: string, language: Language, head: PageHead | null, shop: Shop): string {
  const page = html.replace(/<html lang="[^"]*"/, `<html lang="${language}"`);
  if (!head) return page;
  const lines = headLines(language, head, shop).map((line) => line.replace(/^<([a-z]+)/, '<$1 data-head'));
  return page.replace(/\s*<title data-head>[^<]*<\/title>/, '').replace('<!--head-->', () => lines.join('\n    '));
}

/** What the first screen needs, so that the browser need not find out step by step. */
export interface FirstNeeds {
  scripts: string[];
  styles: string[];
  picture: string | undefined;
  /** JSON by the address at which the storefront would ask for it. */
  answers: Record<string, string>;
}

/** Names files in the head and puts answers at the end of the page, where they hold up nothing. */
export function withNeeds(html: string, { scripts, styles, picture, answers }: FirstNeeds): string {
  const missing = (files: string[]) => files.map((file) => escaped(`/${file}`)).filter((href) => !html.includes(href));
  const links = [
    ...missing(styles).map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...missing(scripts).map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
    ...(picture ? [`<link rel="preload" as="image" fetchpriority="high" href="${escaped(picture)}" />`] : []),
  ];
  const blocks = Object.entries(answers).map(
    ([address, json]) => `<script type="application/json" data-answer="${escaped(address)}">${inScript(json)}</script>`,
  );
  return html
    .replace('</head>', () => [...links, '</head>'].join('\n    '))
    .replace('</body>', () => [...blocks, '</body>'].join('\n    '));
}

function headLines(language: Language, { title, description, path, pattern }: PageHead, shop: Shop): string[] {
  const full = title.includes(shop.shopName) ? title : `${title} – ${shop.shopName}`;
  const meta = (name: string, content: string | null | undefined) =>
    content ? [`<meta name="${name}" content="${escaped(content)}" />`] : [];
  const property = (name: string, content: string | null | undefined) =>
    content ? [`<meta property="${name}" content="${escaped(content)}" />`] : [];
  const link = (rel: string, href: string) => `<link rel="${rel}" href="${escaped(href)}" />`;
  const top = [`<title>${escaped(full)}</title>`, ...meta('description', description)];
  if (path === undefined) return [...top, ...meta('robots', 'noindex')];

  const url = (of: Language) => shop.publicUrl + pathIn(of, path);
  const version = (hreflang: string, of: Language) => link(`alternate" hreflang="${hreflang}`, url(of));
  return [
    ...top,
    ...meta('keywords', pattern?.meta_tags.keywords),
    link('canonical', url(language)),
    version('de', 'de'),
    version('en', 'en'),
    version('x-default', 'de'),
    ...property('og:site_name', shop.shopName),
    ...property('og:locale', language === 'de' ? 'de_DE' : 'en_GB'),
    ...property('og:type', pattern ? 'product' : 'website'),
    ...property('og:title', full),
    ...property('og:description', description),
    ...property('og:url', url(language)),
    ...property('og:image', pattern?.meta_tags.image),
    ...(pattern
      ? [`<script type="application/ld+json">${inScript(JSON.stringify(pattern.structured_data))}</script>`]
      : []),
  ];
}
