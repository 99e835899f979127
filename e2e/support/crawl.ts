import { expect, type Page } from '@playwright/test';
import { goTo } from './go-to.ts';

/** For each kind of page, the maximum number of pages that the crawl opens. */
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
/** Paths for which the server returns no screen of the storefront. */
const NOT_SCREENS = /^\/(api|media|health|sitemap|robots)/;

interface Link {
  href: string;
  rel: string;
  /** True when the link leads to the same screen in the other language. */
  otherLanguage: boolean;
}

/**
 * Opens the paths in `starts` and follows all links to screens in the same language.
 * @param skipped the paths, without language prefix, that the crawl does not open
 * @returns the opened paths without language prefix, and one message for each wrong link
 */
export async function crawl(page: Page, starts: string[], language: 'de' | 'en', skipped: readonly string[] = []) {
  const prefix = language === 'en' ? '/en' : '';
  const withoutPrefix = (path: string) => (prefix && path.startsWith(prefix) ? path.slice(prefix.length) || '/' : path);
  const queue = starts.map((path) => prefix + (prefix && path === '/' ? '' : path));
  const known = new Set(queue);
  const opened = new Map<string, Set<string>>();
  const anchors: [from: string, path: string, id: string][] = [];
  const counts = PAGES_PER_KIND.map(() => 0);
  const wrong: string[] = [];
  for (let next = queue.shift(); next && opened.size < MAX_PAGES; next = queue.shift()) {
    const path = next;
    const kind = PAGES_PER_KIND.findIndex(([pattern]) => pattern.test(withoutPrefix(path)));
    if (kind >= 0 && (counts[kind]! += 1) > PAGES_PER_KIND[kind]![1]) continue;
    await goTo(page, path);
    await waitUntilLoaded(page, path);
    opened.set(path, new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))));
    const origin = new URL(page.url()).origin;
    for (const link of await listLinks(page)) {
      const url = new URL(link.href);
      if (url.protocol === 'mailto:') {
        if (!url.pathname.includes('@')) wrong.push(`${path}: ${link.href} is not an e-mail address`);
        continue;
      }
      if (url.origin !== origin) {
        if (!/\bnoopener\b/.test(link.rel)) wrong.push(`${path}: ${link.href} has no rel=noopener`);
        continue;
      }
      if (NOT_SCREENS.test(url.pathname)) continue;
      const english = /^\/en(\/|$)/.test(url.pathname);
      if (!link.otherLanguage && english !== (language === 'en'))
        wrong.push(`${path}: ${link.href} leads to a page that is not in ${language}`);
      if (link.otherLanguage) continue;
      // Sign-in pages that differ only in the parameter `from` count as one page.
      url.searchParams.delete('from');
      const target = url.pathname + url.search;
      if (url.hash) anchors.push([path, target, decodeURIComponent(url.hash.slice(1))]);
      if (!known.has(target) && !skipped.includes(withoutPrefix(target))) queue.push(target);
      known.add(target);
    }
  }
  for (const [from, path, id] of anchors) {
    const ids = opened.get(path);
    if (ids && !ids.has(id)) wrong.push(`${from}: ${path}#${id} has no element with this id`);
  }
  return { opened: [...opened.keys()].map(withoutPrefix), wrong: [...new Set(wrong)] };
}

async function waitUntilLoaded(page: Page, path: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title, path).toHaveCount(1);
  await expect(title, path).not.toHaveText(/nicht gefunden|not found/i);
  await expect(page.locator('[aria-busy="true"], main [class*="skeleton" i]'), path).toHaveCount(0);
  await expect(page.getByText(/^(Wird geladen|Loading) …$/), path).toHaveCount(0);
}

const listLinks = (page: Page): Promise<Link[]> =>
  page.locator('a[href]').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((a) => ({
      href: a.href,
      rel: a.rel,
      otherLanguage: a.hreflang !== '' && a.hreflang !== document.documentElement.lang,
    })),
  );
