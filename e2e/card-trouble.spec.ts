import type { Page } from '@playwright/test';
import { Checkout } from './support/checkout.ts';
import { aPaidPattern, type Goods } from './support/goods.ts';
import { enter, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const refusal = /^402 POST (\/card-provider)?\/v1\/payment_intents\/[^/]+\/confirm$/;
let goods: Goods;

test.beforeEach(async ({ page, request }) => {
  goods = await aPaidPattern(request);
  await enter(page, await registeredPerson(request), `/checkout/${goods.id}`);
});

test('a declined card is named beside its field, and the next card pays the same single order', async ({
  page,
  noise,
}) => {
  noise.expect(refusal);
  const checkout = new Checkout(page);
  await checkout.pay('declined');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.number).toBeFocused();
  const words = 'Deine Karte wurde abgelehnt. Bitte versuch es mit einer anderen Karte.';
  await expect.poll(() => checkout.problemBeside(checkout.number)).toContain(words);

  await checkout.pay('good');
  await settled(page);
  await expectOnePurchase(page);
});

test('a card without funds is told apart from a declined one', async ({ page, noise }) => {
  noise.expect(refusal);
  const checkout = new Checkout(page);
  await checkout.pay('empty');
  await expect
    .poll(() => checkout.problemBeside(checkout.number))
    .toContain('Auf dieser Karte ist nicht genug Guthaben.');
  await expect(checkout.order).toBeEnabled();
});

test('a card that asks for 3-D Secure pays after the check', async ({ page }) => {
  await new Checkout(page).pay('asks');
  await expect(page.getByRole('heading', { name: '3-D-Secure-Prüfung' })).toBeVisible();
  await page.getByRole('button', { name: 'Prüfung bestehen' }).click();
  await expect(page).toHaveURL(new RegExp(`/checkout/${goods.id}\\?purchase=[\\w-]+$`));
  await settled(page);
});

test('after a failed 3-D Secure check another try leads back to the checkout, where another card still works', async ({
  page,
}) => {
  await new Checkout(page).pay('asks');
  await page.getByRole('button', { name: 'Prüfung nicht bestehen' }).click();
  await expect(page.getByText('Die Bestätigung bei deiner Bank wurde nicht abgeschlossen.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Die Zahlung war nicht erfolgreich' })).toBeVisible();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused();

  await new Checkout(page).pay('good');
  await settled(page);
  await expectOnePurchase(page);
});

test('leaving the 3-D Secure check with the back button leads to a checkout that works', async ({ page }) => {
  await new Checkout(page).pay('asks');
  await expect(page.getByRole('heading', { name: '3-D-Secure-Prüfung' })).toBeVisible();
  await page.goBack();
  await new Checkout(page).pay('good');
  await settled(page);
  await expectOnePurchase(page);
});

test('two quick clicks on the order button are one order', async ({ page }) => {
  const checkout = new Checkout(page);
  await checkout.fillCard('good');
  await checkout.order.dblclick();
  await settled(page);
  await expectOnePurchase(page);
});

test('a payment service that cannot be reached loses nothing, and the second try pays once', async ({
  page,
  noise,
}) => {
  noise.expect(/^failed POST (\/card-provider)?\/v1\/payment_intents\/[^/]+\/confirm/, /^console: .*(ERR_FAILED|CORS)/);
  const checkout = new Checkout(page);
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.abort());
  await checkout.pay('good');
  await expect(page.getByText('Die Verbindung brach ab, bevor wir eine Antwort hatten.')).toBeVisible();
  await page.unroute('**/v1/payment_intents/*/confirm');
  await checkout.order.click();
  await settled(page);
  await expectOnePurchase(page);
});

async function settled(page: Page): Promise<void> {
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
}

async function expectOnePurchase(page: Page): Promise<void> {
  await page.goto('/downloads');
  await expect(page.getByRole('tab', { name: 'Meine Einkäufe (1)' })).toBeVisible();
  await expect(page.getByText('bereit', { exact: true })).toBeVisible();
}
