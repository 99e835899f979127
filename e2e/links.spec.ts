import { expect, test } from './support/shop-test.ts';

/** Of each kind of page with many instances the crawler opens only a few. */
const enough: [kind: RegExp, pages: number][] = [
  [/\/patterns\/[^/]+$/, 2],
  [/\/patterns\?/, 3],
  [/\/(login|register|auth)/, 2],
];
const most = 40;

for (const start of ['/', '/en']) {
  test(`every link that can be reached from ${start} leads to a page`, async ({ page, baseURL }) => {
    test.setTimeout(120_000);
    const waiting = [start];
    const known = new Set(waiting);
    const opened = enough.map(() => 0);
    let visited = 0;
    for (let path = waiting.shift(); path && visited < most; path = waiting.shift()) {
      const kind = enough.findIndex(([pattern]) => pattern.test(path));
      if (kind >= 0 && (opened[kind]! += 1) > enough[kind]![1]) continue;
      visited += 1;
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title, path).toHaveCount(1);
      await expect(title, path).not.toHaveText(/nicht gefunden|not found/i);
      await expect(page.getByRole('status', { name: /Wird geladen|Loading/ }), path).toHaveCount(0);
      const links = await page.locator('a[href]').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
      for (const link of links) {
        const url = new URL(link);
        if (url.origin !== new URL(baseURL!).origin) continue;
        if (url.hash) await expect(page.locator(url.hash), `${path} → ${url.hash}`).toHaveCount(1);
        // Where a sign-in page leads afterwards makes it no other page.
        url.searchParams.delete('from');
        const next = url.pathname + url.search;
        if (!known.has(next)) waiting.push(next);
        known.add(next);
      }
    }
    expect(visited).toBeGreaterThan(10);
  });
}
