import { expect, type Page } from '@playwright/test';
import { goTo } from './go-to.ts';

/** How many pages of each kind are opened. */
const PAGES_PER_KIND: [kind: RegExp, pages: number][] = [
  [/^\/patterns\/[^/]+$/, 2],
  [/^\/patterns\?/, 2],
  [/^\/designers\/[^/]+$/, 1],
  [/^\/checkout\/[^/]+$/, 1],
  [/^\/studio\/[^/]+$/, 1],
  [/^\/(login|register|auth)/, 1],
  [/^\/(admin|moderation)\?/, 4],
];
const MAX_PAGES = 60;
/** Paths that are no screens of the storefront. */
const NOT_SCREENS = /^\/(api|media|health|sitemap|robots)/;

interface FoundLink {
  href: string;
  rel: string;
  target: string;
  otherLanguage: boolean;
}

/**
 * Follows the links from `starts` through every screen of the same language.
 * @param elsewhere paths without language prefix that another crawl opens
 * @returns the opened paths without language prefix, and one line for each wrong link
 */
export async function crawl(page: Page, starts: string[], language: 'de' | 'en', elsewhere: readonly string[] = []) {
  const prefix = language === 'en' ? '/en' : '';
  const bare = (path: string) => (prefix && path.startsWith(prefix) ? path.slice(prefix.length) || '/' : path);
  const waiting = starts.map((path) => prefix + (prefix && path === '/' ? '' : path));
  const known = new Set(waiting);
  const opened = new Map<string, Set<string>>();
  const anchors: [from: string, path: string, id: string][] = [];
  const counts = PAGES_PER_KIND.map(() => 0);
  const wrong: string[] = [];
  for (let path = waiting.shift(); path && opened.size < MAX_PAGES; path = waiting.shift()) {
    const here = path;
    const kind = PAGES_PER_KIND.findIndex(([pattern]) => pattern.test(bare(here)));
    if (kind >= 0 && (counts[kind]! += 1) > PAGES_PER_KIND[kind]![1]) continue;
    await goTo(page, here);
    await settled(page, here);
    opened.set(here, new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))));
    const origin = new URL(page.url()).origin;
    for (const link of await findLinks(page)) {
      const url = new URL(link.href);
      if (url.protocol === 'mailto:') {
        if (!url.pathname.includes('@')) wrong.push(`${here}: ${link.href} is no address`);
        continue;
      }
      if (url.origin !== origin) {
        if (!/\bnoopener\b/.test(link.rel)) wrong.push(`${here}: ${link.href} has no rel=noopener`);
        continue;
      }
      if (NOT_SCREENS.test(url.pathname)) continue;
      const english = /^\/en(\/|$)/.test(url.pathname);
      if (!link.otherLanguage && english !== (language === 'en'))
        wrong.push(`${here}: ${link.href} leaves ${language}`);
      if (link.otherLanguage) continue;
      // Sign-in pages that differ only in their target are one page.
      url.searchParams.delete('from');
      const next = url.pathname + url.search;
      if (url.hash) anchors.push([here, next, decodeURIComponent(url.hash.slice(1))]);
      if (!known.has(next) && !elsewhere.includes(bare(next))) waiting.push(next);
      known.add(next);
    }
  }
  for (const [from, path, id] of anchors) {
    const ids = opened.get(path);
    if (ids && !ids.has(id)) wrong.push(`${from}: ${path}#${id} has no such anchor`);
  }
  return { opened: [...opened.keys()].map(bare), wrong: [...new Set(wrong)] };
}

async function settled(page: Page, path: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title, path).toHaveCount(1);
  await expect(title, path).not.toHaveText(/nicht gefunden|not found/i);
  await expect(page.locator('[aria-busy="true"], main [class*="skeleton"]'), path).toHaveCount(0);
  await expect(page.getByText(/^(Wird geladen|Loading) …$/), path).toHaveCount(0);
}

const findLinks = (page: Page): Promise<FoundLink[]> =>
  page.locator('a[href]').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((a) => ({
      href: a.href,
      rel: a.rel,
      target: a.target,
      otherLanguage: a.hreflang !== '' && a.hreflang !== document.documentElement.lang,
    })),
  );
