import type { Locator, Page } from '@playwright/test';
import { Checkout, CARDS } from './support/checkout.ts';
import { waitForDownload } from './support/download.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { signIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('a buyer buys and downloads a pattern with the keyboard alone', async ({ page, request }) => {
  const pattern = await findPaidPattern(request);
  const buyer = await registerPerson(request);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('searchbox', { name: 'Schnittmuster suchen' }));
  await page.keyboard.type(pattern.title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/patterns\?search=/);

  await tabTo(page, page.getByRole('link', { name: pattern.title, exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Kaufen' }));
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByLabel(/^E-Mail-Adresse/));
  await page.keyboard.type(buyer.email);
  await tabTo(page, page.getByLabel(/^Passwort( \*)?$/));
  await page.keyboard.type(buyer.password);
  await page.keyboard.press('Enter');

  const checkout = new Checkout(page);
  await tabTo(page, checkout.number);
  await page.keyboard.type(CARDS.accepted.replaceAll(' ', ''));
  await expect(checkout.number).toHaveValue(CARDS.accepted);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await tabTo(page, checkout.waiver);
  await page.keyboard.press('Space');
  await expect(checkout.waiver).toBeChecked();
  await tabTo(page, checkout.order);
  await page.keyboard.press('Enter');

  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  const button = page.getByRole('button', { name: /^A4-Datei herunterladen/ });
  await tabTo(page, button);
  const download = await waitForDownload(page, () => page.keyboard.press('Enter'));
  expect(download.suggestedFilename()).toContain(pattern.title);
});

test('the menu can be used with the keyboard, and Escape returns the focus to the menu button', async ({
  page,
  request,
}) => {
  await signIn(page, await registerPerson(request), '/');
  const menu = page.getByRole('button', { name: 'Menü von' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // The menu takes the focus a moment after it becomes visible.
  await expect(menu).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a focused password field has the same focus ring as the other fields', async ({ page }) => {
  await page.goto('/login');
  const ring = (field: Locator) => field.evaluate((element) => getComputedStyle(element).outline);
  const email = page.getByLabel(/^E-Mail-Adresse/);
  await tabTo(page, email);
  const expected = await ring(email);
  const password = page.getByLabel('Passwort', { exact: true });
  await tabTo(page, password);
  // The focus ring is around the box that contains the field and its button.
  expect(await ring(page.locator('.mantine-Input-input').filter({ has: password }))).toBe(expected);
});

/** Presses Tab until the target has the focus. @throws {Error} when 60 presses do not reach the target */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not reach ${target}`);
}
