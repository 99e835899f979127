import { allGoods } from './support/goods.ts';
import { expect, test } from './support/shop-test.ts';

test('the search waits for a pause in typing, and clearing the box acts at once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/patterns') asked.push(searchParams.get('search') ?? '');
  });
  await page.clock.install();
  await page.goto('/patterns');
  await expect(page.getByRole('status').filter({ hasText: 'Schnittmustern' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByRole('search').getByRole('textbox', { name: 'Schnittmuster suchen' });
  await box.pressSequentially('Leinen');
  await page.clock.runFor(290);
  expect(asked.filter(Boolean)).toEqual([]);
  await page.clock.runFor(20);
  await expect(page).toHaveURL('/patterns?search=Leinen');
  await expect.poll(() => asked.filter(Boolean)).toEqual(['Leinen']);

  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(box).toHaveValue('');
});

test('of two filters that are chosen one right after the other none is lost', async ({ page }) => {
  await page.goto('/patterns');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  const sorting = await page.getByRole('combobox', { name: 'Sortieren' }).elementHandle();
  await page.getByRole('radio', { name: 'Oberteile' }).evaluate(async (radio: HTMLElement, select) => {
    radio.click();
    // The next choice comes as soon as the address has changed, whether or not everything has been drawn anew by then.
    for (let n = 0; n < 1_000 && !location.search; n += 1) await Promise.resolve();
    (select as HTMLSelectElement).value = 'price_desc';
    select!.dispatchEvent(new Event('change', { bubbles: true }));
  }, sorting);
  await expect(page).toHaveURL('/patterns?category=Tops&sort=price_desc');
});

test('filters live in the address: they survive a reload, and the back button takes them away', async ({ page }) => {
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

test('chips name the active filters and take them away one by one', async ({ page }) => {
  await page.goto('/patterns?search=Leinen&category=Bottoms&sort=popular');
  const chips = page.getByRole('list', { name: 'Aktive Filter' });
  await expect(chips.getByRole('button')).toHaveCount(3);
  // Review point 5: the button that clears them says how many there are.
  await expect(page.getByRole('button', { name: 'Alles zurücksetzen (3)' })).toBeVisible();
  await chips.getByRole('button', { name: /Leinen.* entfernen/ }).click();
  await expect(page).toHaveURL('/patterns?category=Bottoms&sort=popular');
  await chips.getByRole('button', { name: /Hosen & Röcke entfernen/ }).click();
  await expect(page).toHaveURL('/patterns?sort=popular');
  await page.getByRole('button', { name: 'Alles zurücksetzen (1)' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(page.getByRole('button', { name: 'Alles zurücksetzen', exact: true })).toBeDisabled();
  await expect(chips).toHaveCount(0);
});

test('quick actions sort, and changing a filter starts at the first page again', async ({ page }) => {
  await page.goto('/patterns?page=2');
  await page.getByRole('button', { name: 'Günstig' }).click();
  await expect(page).toHaveURL('/patterns?sort=price_asc');
  await expect(page.getByRole('button', { name: 'Günstig' })).toHaveAttribute('aria-pressed', 'true');
});

test('the pages together show every pattern of a category once, twelve at a time when nothing is said', async ({
  page,
  request,
}) => {
  const goods = await allGoods(request, 'de', 'Home Decor');
  const seen: string[] = [];
  await page.goto('/patterns?category=Home+Decor&limit=2');
  const pages = page.getByRole('navigation', { name: 'Seiten' });
  for (let number = 1; number <= Math.ceil(goods.length / 2); number += 1) {
    const from = (number - 1) * 2 + 1;
    const to = Math.min(goods.length, number * 2);
    await expect(page.getByText(`${from}–${to} von ${goods.length} Schnittmustern`)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(to - from + 1);
    await expect(pages.getByRole('link', { name: `Seite ${number}` })).toHaveAttribute('aria-current', 'page');
    seen.push(...(await page.getByRole('article').getByRole('heading').allInnerTexts()));
    if (to < goods.length) await pages.getByRole('link', { name: 'Weiter' }).click();
  }
  expect(seen).toEqual(goods.map(({ title }) => title));
  await pages.getByRole('link', { name: 'Seite 1' }).click();
  await expect(page).toHaveURL('/patterns?category=Home+Decor&limit=2');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goto('/en/patterns');
  await expect(page.getByText(/^Showing 1-12 of \d+ patterns$/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
});

// Review point 5: four beside the open filters from a usual laptop on.
test('as many stand abreast as there is room for: one to four, and four when the filters are folded away', async ({
  page,
}) => {
  const abreast = async () => {
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
    await expect.poll(abreast, { message: `${width} px` }).toBe(columns);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const fold = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('complementary', { name: 'Filter' })).toBeHidden();
  await expect.poll(abreast).toBe(4);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(page.getByRole('radio', { name: 'Kleider' })).toBeVisible();

  await page.getByRole('button', { name: 'Liste' }).click();
  await expect.poll(abreast).toBe(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Liste' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(abreast).toBe(1);
});

test('pictures are asked for when they come into view', async ({ page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/')) asked.add(request.url());
  });
  await page.goto('/patterns');
  await expect(page.getByRole('article')).toHaveCount(12);
  const last = page.getByRole('article').last().locator('img');
  await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true);
  await expect(last).not.toHaveAttribute('src');
  expect(asked.size).toBeLessThan(12);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('src', /\/media\//);
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('an answer that comes too late is not shown', async ({ page }) => {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/api/patterns?*search=Leinen*', async (route) => {
    await held;
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
  letThrough();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(first).toContainText('Wandquilt');
});

test('a search without results says so and offers a way on', async ({ page }) => {
  await page.goto('/patterns?search=Taucheranzug&category=Tops');
  await expect(page.getByRole('heading', { name: 'Dazu haben wir nichts gefunden' })).toBeVisible();
  await page.getByRole('button', { name: 'Alle Filter zurücksetzen' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('when the shop cannot be reached the catalogue says so, and trying again works', async ({ page, noise }) => {
  noise.expect(/^failed GET \/api\/patterns /);
  // The first answer comes with the page; the next is asked for.
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

test('a page number beyond the end says so and leads to the last page (review point 5)', async ({ page, request }) => {
  const goods = await allGoods(request);
  const last = Math.ceil(goods.length / 12);
  await page.goto('/patterns?page=99');
  await expect(page.getByRole('heading', { name: 'So viele Seiten gibt es nicht' })).toBeVisible();
  await expect(page.getByText(`Seite 99 ist leer, die letzte ist Seite ${last}.`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${goods.length} Schnittmuster` })).toBeVisible();
  await expect(page.getByText('Keine Schnittmuster gefunden')).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Seiten' });
  await expect(pages.getByRole('link', { name: 'Zurück' })).toHaveAttribute('href', `/patterns?page=${last}`);
  await page.getByRole('button', { name: 'Zur letzten Seite' }).click();
  await expect(page).toHaveURL(`/patterns?page=${last}`);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a tag on the detail page searches for it', async ({ page, request }) => {
  const goods = (await allGoods(request)).find(({ tags }) => tags.includes('Jersey'))!;
  await page.goto(`/patterns/${goods.id}`);
  await page.getByRole('list', { name: 'Schlagwörter' }).getByRole('link', { name: 'Jersey' }).click();
  await expect(page).toHaveURL('/patterns?search=Jersey');
  await expect(page.getByRole('link', { name: goods.title })).toBeVisible();
});
