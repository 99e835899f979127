import { expectAccessible } from './support/accessibility.ts';
import { findPatternWithPictures } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';
import type { Page } from '@playwright/test';

test('the pictures can be swiped, and the buy button stays in the viewport', async ({ page, request }) => {
  const { id, title } = await findPatternWithPictures(request, 'en');
  await page.goto(`/en/patterns/${id}`);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await expect(pictures.getByRole('status')).toContainText('Picture 1 of 3');
  await swipeLeft(page, (await pictures.getByRole('img').first().boundingBox())!);
  await expect(pictures.getByRole('status')).toContainText('Picture 2 of 3');
  await expect(pictures.getByRole('button', { name: 'Next picture' })).toBeHidden();

  const buy = page.getByRole('link', { name: 'Buy now' });
  await expect(buy).toBeInViewport();
  const heading = (await page.getByRole('heading', { level: 1, name: title }).boundingBox())!;
  expect(heading.y + heading.height).toBeLessThan((await buy.boundingBox())!.y);
  await page.getByRole('button', { name: 'Report this pattern' }).scrollIntoViewIfNeeded();
  await expect(buy).toBeInViewport();

  await pictures.getByRole('button', { name: 'Enlarge picture 2' }).click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('status')).toHaveText('Picture 2 of 3');
  await expectAccessible(page, ['light'], 'dialog[open]');
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toBeHidden();
});

async function swipeLeft(page: Page, box: { x: number; y: number; width: number; height: number }): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : [{ x: box.x + box.width * share, y }],
    });
  await touch('touchStart', 0.85);
  for (let share = 0.8; share > 0.1; share -= 0.05) await touch('touchMove', share);
  await touch('touchEnd');
}
