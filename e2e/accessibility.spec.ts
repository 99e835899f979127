import { expectNoBarriers } from './support/barriers.ts';
import { Checkout } from './support/checkout.ts';
import { somethingToBuy } from './support/goods.ts';
import { DEMO_BUYER, signIn, somebodyKnown } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const screens = {
  'the home page': '/',
  'the English home page': '/en',
  'the catalogue': '/patterns',
  'a search without results': '/patterns?search=Taucheranzug',
  'the sign-in page': '/login',
  'the registration page': '/register',
  'a page that does not exist': '/nirgendwo',
  'the terms': '/terms',
};
for (const [screen, path] of Object.entries(screens)) {
  test(`nothing on ${screen} is a barrier, in light and in dark`, async ({ page }) => {
    await page.goto(path);
    await expectNoBarriers(page, ['light', 'dark']);
  });
}

test('nothing on the detail page is a barrier, in light and in dark', async ({ page, request }) => {
  await page.goto(`/patterns/${(await somethingToBuy(request)).id}`);
  await expectNoBarriers(page, ['light', 'dark']);
});

test('nothing on the checkout is a barrier, with its errors and after the order', async ({ page, request }) => {
  const { id } = await somethingToBuy(request);
  await signIn(page, await somebodyKnown(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
  await checkout.order.click();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, ['dark', 'light']);
  await checkout.pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await expectNoBarriers(page, ['light', 'dark']);
});

test('nothing on the downloads page is a barrier, in light and in dark', async ({ page }) => {
  await signIn(page, DEMO_BUYER, '/downloads');
  await expect(page.getByRole('tab', { name: /Meine Einkäufe \([1-9]/ })).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
  await page.getByRole('tab', { name: /Letzte Downloads/ }).click();
  await expectNoBarriers(page, ['dark']);
});
