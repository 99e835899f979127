import type { Page } from '@playwright/test';
import { PRIVATE_SCREENS, PUBLIC_SCREENS } from './support/all-screens.ts';
import { expectNoBarriers } from './support/barriers.ts';
import { Checkout } from './support/checkout.ts';
import { goTo } from './support/go-to.ts';
import { aPaidPattern } from './support/goods.ts';
import { enter, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Public screens that one visitor opens one after the other. */
const TOGETHER = 8;

/** The call that the server refuses on a screen that shows just that. */
const refused: Record<string, RegExp> = {
  'detail-missing': /^404 GET (\/api)?\/patterns\/0{8}-/,
  'not-found': /^404 GET \/nowhere$/,
  'verify-email': /^400 POST \/api\/auth\/verify-email$/,
};

/** When everything that the screen waits for has come; in the shop as a click does it, which is half the work. */
async function expectNoBarriersAt(page: Page, path: string): Promise<void> {
  // Whoever comes by its address is answered, too.
  expect((await page.request.get(path)).status()).toBeLessThan(500);
  await goTo(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expectNoBarriers(page, ['light', 'dark', 'contrast']);
}

const everybodys = Object.keys(PUBLIC_SCREENS(''));
// A visitor's first screen takes three times as long as the next ones.
for (let first = 0; first < everybodys.length; first += TOGETHER) {
  const screens = everybodys.slice(first, first + TOGETHER);
  test(`nothing on ${screens.join(', ')} is a barrier, in any appearance`, async ({ page, request, noise }) => {
    test.slow();
    const paths = PUBLIC_SCREENS((await aPaidPattern(request)).id);
    for (const screen of screens) {
      if (refused[screen]) noise.expect(refused[screen]);
      await test.step(screen, () => expectNoBarriersAt(page, paths[screen]!));
    }
  });
}

test('nothing on the English home page is a barrier', async ({ page }) => {
  await page.goto('/en');
  await expectNoBarriers(page, ['light']);
});

for (const { person, screens } of PRIVATE_SCREENS) {
  test(`nothing on ${Object.keys(screens).join(', ')} is a barrier, in any appearance`, async ({ page }) => {
    test.slow();
    await enter(page, person);
    for (const [screen, path] of Object.entries(screens)) await test.step(screen, () => expectNoBarriersAt(page, path));
  });
}

test('nothing on the checkout is a barrier, with its errors and after the order', async ({ page, request }) => {
  test.slow();
  const { id } = await aPaidPattern(request);
  await enter(page, await registeredPerson(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark', 'contrast']);
  await checkout.order.click();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, ['dark', 'light', 'contrast']);
  await checkout.pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await expectNoBarriers(page, ['light', 'dark', 'contrast']);
});

test('nothing among the recent downloads is a barrier', async ({ page }) => {
  await enter(page, PRIVATE_SCREENS.find(({ screens }) => screens.downloads)!.person, '/downloads');
  await page.getByRole('tab', { name: /Letzte Downloads/ }).click();
  await expectNoBarriers(page, ['dark', 'contrast']);
});
