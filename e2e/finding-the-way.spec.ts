import type { Page } from '@playwright/test';
import { expectNoBarriers } from './support/barriers.ts';
import { aPaidPattern } from './support/goods.ts';
import { linkIn, mailTo } from './support/mailbox.ts';
import { DEMO_BUYER, signIn, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const nowhere = '00000000-0000-7000-8000-000000000000';

test('an address without a page says so and leads on', async ({ page, noise }) => {
  noise.expect(/^404 GET \/en\/no-such-page$/);
  expect((await page.goto('/en/no-such-page'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en');
  await expect(main.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/en/register');
  await main.getByRole('link', { name: 'Browse patterns' }).click();
  await expect(page).toHaveURL('/en/patterns');
});

test('a pattern that does not exist says so, and going back does', async ({ page, noise }) => {
  noise.expect(/^404 GET (\/api|\/en)\/patterns\//);
  await page.goto('/en/patterns?category=Tops');
  expect((await page.goto(`/en/patterns/${nowhere}`))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Pattern not found' })).toBeVisible();
  await expect(
    page.getByText("The pattern you're looking for doesn't exist or has been removed.", { exact: true }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL('/en/patterns?category=Tops');
});

test('a mistyped pattern address is a pattern that does not exist', async ({ page, noise }) => {
  noise.expect(/^404 GET (\/api)?\/patterns\//);
  expect((await page.goto('/patterns/sommerkleid'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Schnittmuster nicht gefunden' })).toBeVisible();
});

test('the language switch keeps the place, and the choice is remembered', async ({ page }) => {
  await page.goto('/patterns?search=Leinen&category=Tops');
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/en/patterns?search=Leinen&category=Tops');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1, name: 'Patterns' })).toBeVisible();

  await page.goto('/patterns');
  await expect(page).toHaveURL('/en/patterns');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL('/patterns');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('a German prefix is corrected away', async ({ page, request }) => {
  const { id } = await aPaidPattern(request);
  await page.goto('/de/patterns?category=Tops');
  await expect(page).toHaveURL('/patterns?category=Tops');
  await page.goto('/de');
  await expect(page).toHaveURL('/');
  await page.goto(`/de/patterns/${id}`);
  await expect(page).toHaveURL(`/patterns/${id}`);
});

test.describe('in an English browser', () => {
  // The shop takes a driven browser for a robot, which gets what the address says.
  test.use({
    locale: 'en-GB',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  });
  test.beforeEach(({ page }) =>
    page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })),
  );
  const expectGerman = async (page: Page, path: string) => {
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1, name: 'Schnittmuster' })).toBeVisible();
  };

  for (const stored of [null, 'en']) {
    test(`a German prefix gives German that stays, with ${stored ?? 'nothing'} stored (review point 1)`, async ({
      page,
    }) => {
      await page.goto('/patterns');
      await expect(page).toHaveURL('/en/patterns');
      await page.evaluate(() => localStorage.clear());
      if (stored) await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();

      await page.goto('/de/patterns?sort=popular');
      await expectGerman(page, '/patterns?sort=popular');
      await page.reload();
      await expectGerman(page, '/patterns?sort=popular');
      await page.goto('/en/patterns');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
  }

  test('the mail to a German account opens a German page (review point 1)', async ({ page, request }) => {
    const person = await registeredPerson(request, 'de');
    await page.goto('/en');
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    const { pathname, search } = new URL(linkIn(await mailTo(request, person.email, /bestätig/i), '/verify-email'));
    await page.goto(pathname + search);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveURL('/verify-email' + search);
  });
});

test('search engines learn both languages of a page', async ({ page, request }) => {
  const { id, title } = await aPaidPattern(request);
  await page.goto(`/patterns/${id}`);
  await expect(page).toHaveTitle(new RegExp(title));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/patterns/${id}$`));
  await expect(page.locator('link[hreflang="en"]')).toHaveAttribute('href', new RegExp(`/en/patterns/${id}$`));
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as { name: string };
  expect(data.name).toBe(title);
});

test('from a pattern one finds its designer, and everything they sell', async ({ page, request }) => {
  const { id, title } = await aPaidPattern(request, 'en');
  await page.goto(`/en/patterns/${id}`);
  const link = page.getByRole('link', { name: /^All patterns by / });
  const name = (await link.innerText()).replace('All patterns by ', '');
  await link.click();
  await expect(page).toHaveURL(/\/en\/designers\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/en\/designers\/[^/]+$/);
  await expectNoBarriers(page, ['light', 'dark']);

  await page.goto('/en/designers');
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a designer who does not exist says so, and leads to the others', async ({ page, noise }) => {
  noise.expect(/^404 GET (\/api\/designer|\/designers)\//);
  await page.goto('/designers/niemand');
  await expect(page.getByRole('heading', { level: 1, name: 'Nicht gefunden' })).toBeVisible();
  await page.getByRole('link', { name: 'Alle Designerinnen und Designer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Designerinnen und Designer' })).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
});

test('the home page leads to the patterns and to selling one’s own', async ({ page }) => {
  await page.goto('/en');
  await expect(page.getByText('2,500+')).toBeVisible();
  await page.getByRole('link', { name: 'Start creating' }).click();
  await expect(page).toHaveURL('/en/login?from=%2Fen%2Fstudio');
  await page.goto('/en');
  await page.getByRole('main').getByRole('link', { name: 'Browse patterns' }).first().click();
  await expect(page).toHaveURL('/en/patterns');
  await page.goto('/en');
  await expect(page).toHaveTitle('Pattern Marketplace - Digital Sewing Patterns');
});

test('the appearance can be changed and stays', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Dunkle Ansicht' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Helle Ansicht' })).toBeVisible();
});

test('signing out closes what was private', async ({ page }) => {
  await signIn(page, DEMO_BUYER, '/downloads');
  await page.getByRole('button', { name: 'Menü von' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();
  await page.goto('/downloads');
  await expect(page).toHaveURL(/\/auth\?from=%2Fdownloads$/);
});

test('when the newest patterns cannot be loaded, the home page still stands', async ({ page, noise }) => {
  noise.expect(/^failed GET \/api\/patterns /);
  // Asked for only when another screen comes first: otherwise the answer comes with the page.
  await page.goto('/en/designers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/api/patterns?*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Unable to load recent patterns at this time')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
