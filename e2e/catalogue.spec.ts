import { listPatterns } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';

test('the search waits for a pause in typing, and clearing the field takes effect immediately', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/patterns') searches.push(searchParams.get('search') ?? '');
  });
  await page.clock.install();
  await page.goto('/patterns');
  await expect(page.getByRole('status').filter({ hasText: 'Schnittmustern' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByRole('search').getByRole('textbox', { name: 'Schnittmuster suchen' });
  await box.pressSequentially('Leinen');
  await page.clock.runFor(290);
  expect(searches.filter(Boolean)).toEqual([]);
  await page.clock.runFor(20);
  await expect(page).toHaveURL('/patterns?search=Leinen');
  await expect.poll(() => searches.filter(Boolean)).toEqual(['Leinen']);

  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(box).toHaveValue('');
});

test('a filter and a sort order that are chosen before the next render both apply', async ({ page }) => {
  await page.goto('/patterns');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  const sorting = await page.getByRole('combobox', { name: 'Sortieren' }).elementHandle();
  await page.getByRole('radio', { name: 'Oberteile' }).evaluate(async (radio: HTMLElement, select) => {
    radio.click();
    // Makes the second choice as soon as the URL has changed. The next render can be later than that.
    for (let n = 0; n < 1_000 && !location.search; n += 1) await Promise.resolve();
    (select as HTMLSelectElement).value = 'price_desc';
    select!.dispatchEvent(new Event('change', { bubbles: true }));
  }, sorting);
  await expect(page).toHaveURL('/patterns?category=Tops&sort=price_desc');
});

test('the URL contains the filters: a reload keeps them, and the back button removes them one by one', async ({
  page,
}) => {
  await page.goto('/patterns');
  await page.getByRole('radio', { name: 'Oberteile' }).click();
  await expect(page).toHaveURL('/patterns?category=Tops');
  await page.getByRole('combobox', { name: 'Sortieren' }).selectOption({ label: 'Preis absteigend' });
  await expect(page).toHaveURL('/patterns?category=Tops&sort=price_desc');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole('radio', { name: 'Oberteile' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Sortieren' })).toHaveValue('price_desc');
  const prices = page.getByRole('article').getByText(/€$/);
  await expect.poll(() => prices.count()).toBeGreaterThan(3);
  const cents = (await prices.allInnerTexts()).map((price) => Number(price.replace(/\D/g, '')));
  expect(cents).toEqual(cents.toSorted((a, b) => b - a));

  await page.goBack();
  await expect(page).toHaveURL('/patterns?category=Tops');
  await page.goBack();
  await expect(page).toHaveURL('/patterns');
  await expect(page.getByRole('radio', { name: 'Alle' })).toBeChecked();
});

test('a chip shows each active filter, and a click on the chip removes the filter', async ({ page }) => {
  await page.goto('/patterns?search=Leinen&category=Bottoms&sort=popular');
  const chips = page.getByRole('list', { name: 'Aktive Filter' });
  await expect(chips.getByRole('button')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Alles zurücksetzen (3)' })).toBeVisible();
  await chips.getByRole('button', { name: /entfernen: .*Leinen/ }).click();
  await expect(page).toHaveURL('/patterns?category=Bottoms&sort=popular');
  await chips.getByRole('button', { name: /entfernen: Hosen & Röcke/ }).click();
  await expect(page).toHaveURL('/patterns?sort=popular');
  await page.getByRole('button', { name: 'Alles zurücksetzen (1)' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(page.getByRole('button', { name: 'Alles zurücksetzen', exact: true })).toBeDisabled();
  await expect(chips).toHaveCount(0);
});

test('a quick action sorts the patterns and returns to the first page', async ({ page }) => {
  await page.goto('/patterns?page=2');
  await page.getByRole('button', { name: 'Günstig' }).click();
  await expect(page).toHaveURL('/patterns?sort=price_asc');
  await expect(page.getByRole('button', { name: 'Günstig' })).toHaveAttribute('aria-pressed', 'true');
});

test('numbered pages show every pattern of a category once, twelve per page by default', async ({ page, request }) => {
  const patterns = await listPatterns(request, 'de', 'Home Decor');
  const shownTitles: string[] = [];
  await page.goto('/patterns?category=Home+Decor&limit=2');
  const pages = page.getByRole('navigation', { name: 'Seiten' });
  for (let number = 1; number <= Math.ceil(patterns.length / 2); number += 1) {
    const from = (number - 1) * 2 + 1;
    const to = Math.min(patterns.length, number * 2);
    await expect(page.getByText(`${from}–${to} von ${patterns.length} Schnittmustern`)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(to - from + 1);
    await expect(pages.getByRole('link', { name: `Seite ${number}` })).toHaveAttribute('aria-current', 'page');
    shownTitles.push(...(await page.getByRole('article').getByRole('heading').allInnerTexts()));
    if (to < patterns.length) await pages.getByRole('link', { name: 'Weiter' }).click();
  }
  expect(shownTitles).toEqual(patterns.map(({ title }) => title));
  await pages.getByRole('link', { name: 'Seite 1' }).click();
  await expect(page).toHaveURL('/patterns?category=Home+Decor&limit=2');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goto('/en/patterns');
  await expect(page.getByText(/^Showing 1-12 of \d+ patterns$/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('the grid has one to four columns depending on the width, and one more column when the filters are closed', async ({
  page,
}) => {
  const columnCount = async () => {
    await expect(page.getByRole('article')).toHaveCount(12);
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    return tops.filter((top) => top === tops[0]).length;
  };
  await page.goto('/patterns');
  for (const [width, columns] of [
    [390, 1],
    [700, 2],
    [1280, 3],
    [1366, 4],
    [1680, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columnCount, { message: `${width} px` }).toBe(columns);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const filterToggle = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(filterToggle).toHaveAttribute('aria-expanded', 'true');
  await filterToggle.click();
  await expect(filterToggle).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('complementary', { name: 'Filter' })).toBeHidden();
  await expect.poll(columnCount).toBe(4);
  await page.reload();
  await expect(filterToggle).toHaveAttribute('aria-expanded', 'false');
  await filterToggle.click();
  await expect(page.getByRole('radio', { name: 'Kleider' })).toBeVisible();

  await page.getByRole('button', { name: 'Liste' }).click();
  await expect.poll(columnCount).toBe(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Liste' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(columnCount).toBe(1);
});

test('the browser requests a picture only when the picture comes into view', async ({ page }) => {
  const requested = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/')) requested.add(request.url());
  });
  await page.goto('/patterns');
  await expect(page.getByRole('article')).toHaveCount(12);
  const last = page.getByRole('article').last().locator('img');
  await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true);
  await expect(last).not.toHaveAttribute('src');
  expect(requested.size).toBeLessThan(12);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('src', /\/media\//);
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('a late response to an earlier search is ignored', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/patterns?*search=Leinen*', async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/patterns');
  const box = page.getByRole('textbox', { name: 'Schnittmuster suchen' });
  await box.fill('Leinen');
  await expect(page).toHaveURL('/patterns?search=Leinen');
  await box.fill('Wandquilt');
  await expect(page).toHaveURL('/patterns?search=Wandquilt');
  const first = page.getByRole('article').getByRole('heading').first();
  await expect(first).toContainText('Wandquilt');
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(first).toContainText('Wandquilt');
});

test('a search without results shows a message and a reset button', async ({ page }) => {
  await page.goto('/patterns?search=Taucheranzug&category=Tops');
  await expect(page.getByRole('heading', { name: 'Dazu haben wir nichts gefunden' })).toBeVisible();
  await page.getByRole('button', { name: 'Alle Filter zurücksetzen' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the catalogue shows an error when the request fails, and a retry works', async ({ page, browserErrors }) => {
  browserErrors.allow(/^failed GET \/api\/patterns /);
  // The HTML document contains the first result. The browser sends a request only when a filter changes.
  await page.goto('/patterns');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.route('**/api/patterns?*', (route) => route.abort());
  await page.getByRole('radio', { name: 'Oberteile' }).click();
  await expect(page.getByRole('heading', { name: 'Die Schnittmuster lassen sich gerade nicht laden' })).toBeVisible();
  await page.unroute('**/api/patterns?*');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL('/patterns?category=Tops');
});

test('a page number beyond the last page shows a message and a link to the last page', async ({ page, request }) => {
  const patterns = await listPatterns(request);
  const last = Math.ceil(patterns.length / 12);
  await page.goto('/patterns?page=99');
  await expect(page.getByRole('heading', { name: 'So viele Seiten gibt es nicht' })).toBeVisible();
  await expect(page.getByText(`Seite 99 ist leer, die letzte ist Seite ${last}.`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${patterns.length} Schnittmuster` })).toBeVisible();
  await expect(page.getByText('Keine Schnittmuster gefunden')).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Seiten' });
  await expect(pages.getByRole('link', { name: 'Zurück' })).toHaveAttribute('href', `/patterns?page=${last}`);
  await page.getByRole('button', { name: 'Zur letzten Seite' }).click();
  await expect(page).toHaveURL(`/patterns?page=${last}`);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a click on a tag of the detail page opens a search for this tag', async ({ page, request }) => {
  const pattern = (await listPatterns(request)).find(({ tags }) => tags.includes('Jersey'))!;
  await page.goto(`/patterns/${pattern.id}`);
  await page.getByRole('list', { name: 'Schlagwörter' }).getByRole('link', { name: 'Jersey' }).click();
  await expect(page).toHaveURL('/patterns?search=Jersey');
  await expect(page.getByRole('link', { name: pattern.title })).toBeVisible();
});
