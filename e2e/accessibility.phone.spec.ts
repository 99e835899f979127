import { expectNoBarriers } from './support/barriers.ts';
import { aPaidPattern } from './support/goods.ts';
import { expect, test } from './support/shop-test.ts';

// The phone differs in its layout, not in its colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('nothing in the phone layout of home, detail page, menu and filters is a barrier', async ({ page, request }) => {
  await page.goto('/');
  await expectNoBarriers(page, ['light']);
  await page.goto(`/patterns/${(await aPaidPattern(request)).id}`);
  await expectNoBarriers(page, ['light']);
  await page.getByRole('button', { name: 'Menü' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarriers(page, ['light']);
  await page.goto('/patterns');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await expectNoBarriers(page, ['light'], 'dialog[open]');
});
