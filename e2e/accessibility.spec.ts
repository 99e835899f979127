import type { Page } from '@playwright/test';
import { PRIVATE_SCREENS, PUBLIC_SCREENS } from './support/all-screens.ts';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { goTo } from './support/go-to.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { signInByApi, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Public screens that one test opens. */
const SCREENS_PER_TEST = 8;

/** The request that the server refuses on screens that show an error. */
const refused: Record<string, RegExp> = {
  'detail-missing': /^404 GET (\/api)?\/patterns\/0{8}-/,
  'not-found': /^404 GET \/nowhere$/,
  'verify-email': /^400 POST \/api\/auth\/verify-email$/,
};

/** Checks a screen after it has loaded. Navigates within the open page, which takes half the time of a page load. */
async function expectAccessibleAt(page: Page, path: string): Promise<void> {
  // The server also responds to a page load of the same path.
  expect((await page.request.get(path)).status()).toBeLessThan(500);
  await goTo(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page, ['light', 'dark', 'contrast']);
}

const publicPaths = Object.keys(PUBLIC_SCREENS(''));
// The first screen of a browser context takes three times as long as the next ones.
for (let first = 0; first < publicPaths.length; first += SCREENS_PER_TEST) {
  const screens = publicPaths.slice(first, first + SCREENS_PER_TEST);
  test(`no accessibility violations on ${screens.join(', ')}, in any theme`, async ({
    page,
    request,
    browserErrors,
  }) => {
    test.slow();
    const paths = PUBLIC_SCREENS((await findPaidPattern(request)).id);
    for (const screen of screens) {
      if (refused[screen]) browserErrors.expect(refused[screen]);
      await test.step(screen, () => expectAccessibleAt(page, paths[screen]!));
    }
  });
}

test('the English home page has no accessibility violations', async ({ page }) => {
  await page.goto('/en');
  await expectAccessible(page, ['light']);
});

for (const { person, screens } of PRIVATE_SCREENS) {
  test(`no accessibility violations on ${Object.keys(screens).join(', ')}, in any theme`, async ({ page }) => {
    test.slow();
    await signInByApi(page, person);
    for (const [screen, path] of Object.entries(screens)) await test.step(screen, () => expectAccessibleAt(page, path));
  });
}

test('the checkout has no accessibility violations, with errors and after the order', async ({ page, request }) => {
  test.slow();
  const { id } = await findPaidPattern(request);
  await signInByApi(page, await registeredPerson(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await expectAccessible(page, ['light', 'dark', 'contrast']);
  await checkout.order.click();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, ['dark', 'light', 'contrast']);
  await checkout.pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page, ['light', 'dark', 'contrast']);
});

test('the recent downloads have no accessibility violations', async ({ page }) => {
  await signInByApi(page, PRIVATE_SCREENS.find(({ screens }) => screens.downloads)!.person, '/downloads');
  await page.getByRole('tab', { name: /Letzte Downloads/ }).click();
  await expectAccessible(page, ['dark', 'contrast']);
});
