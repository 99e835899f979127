import type { Page } from '@playwright/test';
import { PRIVATE_SCREENS, publicScreens } from './support/all-screens.ts';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { goTo } from './support/go-to.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The number of public screens that one test opens. */
const SCREENS_PER_TEST = 8;

/** Screens that show an error because the server refuses a request, each with the refused request. */
const refusedRequests: Record<string, RegExp> = {
  'detail-missing': /^404 GET (\/api)?\/patterns\/0{8}-/,
  'not-found': /^404 GET \/nowhere$/,
  'verify-email': /^400 POST \/api\/auth\/verify-email$/,
};

/** Opens a screen and checks it. Navigates inside the loaded app, which takes half the time of a page load. */
async function expectAccessibleAt(page: Page, path: string): Promise<void> {
  // The server must also respond to a page load of the path.
  expect((await page.request.get(path)).status()).toBeLessThan(500);
  await goTo(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page, ['light', 'dark', 'contrast']);
}

const publicPaths = Object.keys(publicScreens(''));
// One test opens several screens: the first screen of a browser context takes three times as long as the next ones.
for (let first = 0; first < publicPaths.length; first += SCREENS_PER_TEST) {
  const screens = publicPaths.slice(first, first + SCREENS_PER_TEST);
  test(`${screens.join(', ')} have no accessibility violations in any theme`, async ({
    page,
    request,
    browserErrors,
  }) => {
    test.slow();
    const paths = publicScreens((await findPaidPattern(request)).id);
    for (const screen of screens) {
      if (refusedRequests[screen]) browserErrors.allow(refusedRequests[screen]);
      await test.step(screen, () => expectAccessibleAt(page, paths[screen]!));
    }
  });
}

test('the English home page has no accessibility violations', async ({ page }) => {
  await page.goto('/en');
  await expectAccessible(page, ['light']);
});

for (const { person, screens } of PRIVATE_SCREENS) {
  test(`${Object.keys(screens).join(', ')} have no accessibility violations in any theme`, async ({ page }) => {
    test.slow();
    await signInByApi(page, person);
    for (const [screen, path] of Object.entries(screens)) await test.step(screen, () => expectAccessibleAt(page, path));
  });
}

test('the checkout has no accessibility violations: empty, with errors and after the order', async ({
  page,
  request,
}) => {
  test.slow();
  const { id } = await findPaidPattern(request);
  await signInByApi(page, await registerPerson(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await expectAccessible(page, ['light', 'dark', 'contrast']);
  await checkout.order.click();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, ['dark', 'light', 'contrast']);
  await checkout.pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page, ['light', 'dark', 'contrast']);
});

test('the recent downloads have no accessibility violations', async ({ page }) => {
  await signInByApi(page, PRIVATE_SCREENS.find(({ screens }) => screens.downloads)!.person, '/downloads');
  await page.getByRole('tab', { name: /Letzte Downloads/ }).click();
  await expectAccessible(page, ['dark', 'contrast']);
});
