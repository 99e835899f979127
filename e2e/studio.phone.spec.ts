import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { signIn } from './support/people.ts';
import { createPdf, loadPicture, registerVerifiedPerson } from './support/sellers.ts';
import { expect, test } from './support/shop-test.ts';

const fileInput = (page: Page, label: string) => page.locator('input[type=file]').and(page.getByLabel(label));
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('a designer creates a pattern with tables, file and pictures on a phone', async ({ page, request }) => {
  await signIn(page, await registerVerifiedPerson(request, 'en'), '/en/studio/new');
  const english = page.getByRole('tabpanel', { name: 'English' });
  await english.getByLabel('Title').fill('Work smock');
  await english.getByLabel('Description').fill('A wide smock with two pockets, for firm cotton.');
  await page.getByLabel('Category').selectOption({ label: 'Tops' });
  await page.getByLabel('Difficulty').selectOption({ label: 'Beginner' });
  await page.getByLabel('Price').fill('0');
  await page.getByLabel('Sizes', { exact: true }).fill('36, 38');
  await page.getByRole('button', { name: 'Start with your sizes' }).press('Enter');
  await page.getByLabel('140, 36', { exact: true }).fill('1.8');
  await page.getByLabel('140, 36', { exact: true }).press('ArrowDown');
  await expect(page.getByLabel('140, 38', { exact: true })).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Size, 3')).toBeFocused();
  await page.getByRole('button', { name: 'Remove row 3', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Save draft' }).tap();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await fileInput(page, 'Choose PDF for A4').setInputFiles(await createPdf('Smock – A4.pdf', { pages: 2 }));
  await expect(page.getByText('The file was checked and can be sold.')).toBeVisible({ timeout: 30_000 });
  await fileInput(page, 'Choose pictures').setInputFiles([
    await loadPicture('front.png'),
    await loadPicture('back.png'),
  ]);
  const second = page.getByRole('img', { name: 'Work smock, picture 2 of 2' });
  await expect(second).toBeVisible({ timeout: 30_000 });
  const pictureUrl = await second.getAttribute('src');
  await page.getByRole('button', { name: 'Move picture 2 forward' }).press('Enter');
  await expect(page.getByText('The order has been saved.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Work smock, picture 1 of 2' })).toHaveAttribute('src', pictureUrl!);
  await expect(page.getByRole('button', { name: 'Move picture 1 back' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove picture 2' }).tap();
  await expect(page.getByRole('img', { name: 'Work smock, picture 1 of 1' })).toBeVisible();

  await expectAccessible(page, ['light', 'dark']);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 780 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByText('Your pattern is in the shop.')).toBeVisible();
});
