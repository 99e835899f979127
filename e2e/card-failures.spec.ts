import type { Page } from '@playwright/test';
import { Checkout } from './support/checkout.ts';
import { findPaidPattern, type CataloguePattern } from './support/catalogue-patterns.ts';
import { signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const cardDeclined = /^402 POST (\/card-provider)?\/v1\/payment_intents\/[^/]+\/confirm$/;
let pattern: CataloguePattern;

test.beforeEach(async ({ page, request }) => {
  pattern = await findPaidPattern(request);
  await signInByApi(page, await registerPerson(request), `/checkout/${pattern.id}`);
});

test('the card field shows an error for a declined card, and an accepted card then pays the same order', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(cardDeclined);
  const checkout = new Checkout(page);
  await checkout.pay('declined');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.number).toBeFocused();
  const message = 'Deine Karte wurde abgelehnt. Bitte versuch es mit einer anderen Karte.';
  await expect.poll(() => checkout.readDescription(checkout.number)).toContain(message);

  await checkout.pay('accepted');
  await expectFilesReady(page);
  await expectOnePurchase(page);
});

test('insufficient funds show a different error than a declined card', async ({ page, browserErrors }) => {
  browserErrors.allow(cardDeclined);
  const checkout = new Checkout(page);
  await checkout.pay('insufficientFunds');
  await expect
    .poll(() => checkout.readDescription(checkout.number))
    .toContain('Auf dieser Karte ist nicht genug Guthaben.');
  await expect(checkout.order).toBeEnabled();
});

test('a card that requires 3-D Secure pays after the authentication', async ({ page }) => {
  await new Checkout(page).pay('threeDSecure');
  await expect(page.getByRole('heading', { name: '3-D-Secure-Prüfung' })).toBeVisible();
  await page.getByRole('button', { name: 'Prüfung bestehen' }).click();
  await expect(page).toHaveURL(new RegExp(`/checkout/${pattern.id}\\?purchase=[\\w-]+$`));
  await expectFilesReady(page);
});

test('after a failed 3-D Secure authentication the buyer returns to the checkout and pays with another card', async ({
  page,
}) => {
  await new Checkout(page).pay('threeDSecure');
  await page.getByRole('button', { name: 'Prüfung nicht bestehen' }).click();
  await expect(page.getByText('Die Bestätigung bei deiner Bank wurde nicht abgeschlossen.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Die Zahlung war nicht erfolgreich' })).toBeVisible();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByLabel(/^E-Mail-Adresse/)).toBeFocused();

  await new Checkout(page).pay('accepted');
  await expectFilesReady(page);
  await expectOnePurchase(page);
});

test('a buyer who leaves 3-D Secure with the back button can pay at the checkout', async ({ page }) => {
  await new Checkout(page).pay('threeDSecure');
  await expect(page.getByRole('heading', { name: '3-D-Secure-Prüfung' })).toBeVisible();
  await page.goBack();
  await new Checkout(page).pay('accepted');
  await expectFilesReady(page);
  await expectOnePurchase(page);
});

test('a double click on the order button creates one order', async ({ page }) => {
  const checkout = new Checkout(page);
  await checkout.fillCard('accepted');
  await checkout.order.dblclick();
  await expectFilesReady(page);
  await expectOnePurchase(page);
});

test('a retry after a failed connection to the payment service pays once', async ({ page, browserErrors }) => {
  browserErrors.allow(
    /^failed POST (\/card-provider)?\/v1\/payment_intents\/[^/]+\/confirm/,
    /^console: .*(ERR_FAILED|CORS)/,
  );
  const checkout = new Checkout(page);
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort());
  await checkout.pay('accepted');
  await expect(page.getByText('Die Verbindung ist abgebrochen, bevor wir eine Antwort hatten.')).toBeVisible();
  await page.unroute('**/v1/payment_intents/*/confirm');
  await checkout.order.click();
  await expectFilesReady(page);
  await expectOnePurchase(page);
});

async function expectFilesReady(page: Page): Promise<void> {
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
}

async function expectOnePurchase(page: Page): Promise<void> {
  await page.goto('/downloads');
  await expect(page.getByRole('tab', { name: 'Meine Einkäufe (1)' })).toBeVisible();
  await expect(page.getByText('bereit', { exact: true })).toBeVisible();
}
