import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { DEMO_BUYER, signIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

test('an unknown path shows the 404 page with links', async ({ page, browserErrors }) => {
  browserErrors.allow(/^404 GET \/en\/no-such-page$/);
  expect((await page.goto('/en/no-such-page'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en');
  await expect(main.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/en/register');
  await main.getByRole('link', { name: 'Browse patterns' }).click();
  await expect(page).toHaveURL('/en/patterns');
});

test('an unknown pattern shows the 404 page, and its back button returns to the catalogue', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/^404 GET (\/api|\/en)\/patterns\//);
  await page.goto('/en/patterns?category=Tops');
  expect((await page.goto(`/en/patterns/${unknownId}`))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Pattern not found' })).toBeVisible();
  await expect(
    page.getByText("The pattern you're looking for doesn't exist or has been removed.", { exact: true }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL('/en/patterns?category=Tops');
});

test('a pattern id that is not a UUID shows the 404 page', async ({ page, browserErrors }) => {
  browserErrors.allow(/^404 GET (\/api)?\/patterns\//);
  expect((await page.goto('/patterns/sommerkleid'))!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Schnittmuster nicht gefunden' })).toBeVisible();
});

test('the language switch keeps path and query and stores the language', async ({ page }) => {
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

test('the storefront removes the prefix /de from the URL', async ({ page, request }) => {
  const { id } = await findPaidPattern(request);
  await page.goto('/de/patterns?category=Tops');
  await expect(page).toHaveURL('/patterns?category=Tops');
  await page.goto('/de');
  await expect(page).toHaveURL('/');
  await page.goto(`/de/patterns/${id}`);
  await expect(page).toHaveURL(`/patterns/${id}`);
});

test.describe('in an English browser', () => {
  // Hides that the browser is automated. For an automated browser, as for a crawler, only the URL decides the language.
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
    test(`the prefix /de selects German permanently when the browser has stored ${stored ?? 'no language'}`, async ({
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

  test('the link in a mail to a German account opens a German page', async ({ page, request }) => {
    const person = await registerPerson(request, 'de');
    await page.goto('/en');
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    const { pathname, search } = new URL(
      findLink(await waitForMail(request, person.email, /bestätig/i), '/verify-email'),
    );
    await page.goto(pathname + search);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveURL('/verify-email' + search);
  });
});

test('a detail page has metadata and the URL of its English version for search engines', async ({ page, request }) => {
  const { id, title } = await findPaidPattern(request);
  await page.goto(`/patterns/${id}`);
  await expect(page).toHaveTitle(new RegExp(title));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/patterns/${id}$`));
  await expect(page.locator('link[hreflang="en"]')).toHaveAttribute('href', new RegExp(`/en/patterns/${id}$`));
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as { name: string };
  expect(data.name).toBe(title);
});

test("a pattern links to its designer's page, which lists the designer's patterns", async ({ page, request }) => {
  const { id, title } = await findPaidPattern(request, 'en');
  await page.goto(`/en/patterns/${id}`);
  const link = page.getByRole('link', { name: /^All patterns by / });
  const name = (await link.innerText()).replace('All patterns by ', '');
  await link.click();
  await expect(page).toHaveURL(/\/en\/designers\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/en\/designers\/[^/]+$/);
  await expectAccessible(page, ['light', 'dark']);

  await page.goto('/en/designers');
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('an unknown designer shows the 404 page with a link to all designers', async ({ page, browserErrors }) => {
  browserErrors.allow(/^404 GET (\/api\/designer|\/designers)\//);
  await page.goto('/designers/niemand');
  await expect(page.getByRole('heading', { level: 1, name: 'Nicht gefunden' })).toBeVisible();
  await page.getByRole('link', { name: 'Alle Designerinnen und Designer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Designerinnen und Designer' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
});

test('the home page links to the patterns and to the studio', async ({ page }) => {
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

test('a change of the colour scheme survives a reload', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Dunkle Ansicht' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Helle Ansicht' })).toBeVisible();
});

test('after a sign-out, private screens redirect to the sign-in', async ({ page }) => {
  await signIn(page, DEMO_BUYER, '/downloads');
  await page.getByRole('button', { name: 'Menü von' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();
  await page.goto('/downloads');
  await expect(page).toHaveURL(/\/auth\?from=%2Fdownloads$/);
});

test('the home page opens even when the newest patterns fail to load', async ({ page, browserErrors }) => {
  browserErrors.allow(/^failed GET \/api\/patterns /);
  // Opens /en/designers first: the HTML of the home page contains the patterns, so the browser would not request them.
  await page.goto('/en/designers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/api/patterns?*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Unable to load recent patterns at this time')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
