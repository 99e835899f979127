import type { Browser } from '@playwright/test';
import { somethingPictured } from './support/goods.ts';
import type { Noise } from './support/noise.ts';
import { expect, test } from './support/shop-test.ts';
import { SlowVisit } from './support/slow-visit.ts';

// On the built storefront as the server sends it; Vite's own server sends every module by itself.
// One after the other.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const MOST_SCRIPT = 150_000;
const MOST_SHIFT = 0.02;
const LARGEST_PAINT_MS = 2_500;
const INTERACTION_MS = 200;
/** Others use the machine, too: what it can do in one of these tries it can do. */
const TRIES = 5;

const LATER = /stripe|checkout|studio|admin|moderation|mantine/i;

for (const [name, address] of [
  ['home', '/'],
  ['the catalogue in English', '/en/patterns'],
  ['a search', '/patterns?search=Kleid'],
  ['a pattern', 'pattern'],
] as const) {
  test(`${name} is seen soon and stays where it is, with little code`, async ({ browser, noise, baseURL, request }) => {
    let path: string = address;
    if (address === 'pattern') path = `/patterns/${(await somethingPictured(request)).id}`;
    const paints: number[] = [];
    while (paints.length < TRIES && !paints.some((paint) => paint < LARGEST_PAINT_MS)) {
      const visit = await SlowVisit.to(path, browser, noise, baseURL);
      expect(await visit.scriptBytes()).toBeLessThan(MOST_SCRIPT);
      expect(visit.addresses.filter((one) => LATER.test(one))).toEqual([]);
      // What is seen first has come with the page.
      expect(visit.addresses.filter((one) => /^\/(config\.json$|api\/patterns(\/[^/]+)?$)/.test(one))).toEqual([]);
      for (let screens = 0; screens < 4; screens += 1) await visit.page.mouse.wheel(0, 800);
      const { largestPaint, shifts } = await visit.observed();
      expect(largestPaint).toBeGreaterThan(0);
      expect(shifts).toBeLessThanOrEqual(MOST_SHIFT);
      paints.push(largestPaint);
      await visit.end();
    }
    expect(Math.min(...paints), `of ${paints.map(Math.round).join(', ')} ms`).toBeLessThan(LARGEST_PAINT_MS);
  });
}

async function quickest(path: string, tools: [Browser, Noise, string?], act: (visit: SlowVisit) => Promise<void>) {
  const times: number[] = [];
  while (times.length < TRIES && !times.some((time) => time < INTERACTION_MS)) {
    const visit = await SlowVisit.to(path, ...tools);
    times.push(await visit.slowest(() => act(visit)));
    await visit.end();
  }
  expect(Math.min(...times), `of ${times.map(Math.round).join(', ')} ms`).toBeLessThan(INTERACTION_MS);
}

test('menu, search, filters and gallery answer at once', async ({ browser, noise, baseURL, request }) => {
  const tools: [Browser, Noise, string?] = [browser, noise, baseURL];
  await quickest('/', tools, async ({ page }) => {
    await page.getByRole('button', { name: 'Menü' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  await quickest('/patterns', tools, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Schnittmuster suchen' }).pressSequentially('Kleid');
    await expect(page).toHaveURL(/search=Kleid/);
  });
  await quickest('/patterns', tools, async ({ page }) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await page.getByRole('dialog').getByRole('radio', { name: 'Kleider' }).tap();
    await expect(page).toHaveURL(/category=Dresses/);
  });
  const { id } = await somethingPictured(request);
  await quickest(`/patterns/${id}`, tools, async ({ page }) => {
    const second = page.getByRole('button', { name: /, Bild 2 von/ });
    await second.tap();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
  });
});
