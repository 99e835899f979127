import { expectAccessible } from './support/accessibility.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('home, detail page, menu and filters have no accessibility violations on a phone', async ({ page, request }) => {
  await page.goto('/');
  await expectAccessible(page, ['light']);
  await page.goto(`/patterns/${(await findPaidPattern(request)).id}`);
  await expectAccessible(page, ['light']);
  await page.getByRole('button', { name: 'Menü' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, ['light']);
  await page.goto('/patterns');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await expectAccessible(page, ['light'], 'dialog[open]');
});
