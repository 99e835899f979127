import type { APIRequestContext } from '@playwright/test';
import { expectNoBarriers } from './support/barriers.ts';
import { Checkout } from './support/checkout.ts';
import { somethingToBuy } from './support/goods.ts';
import { linkIn, mailTo } from './support/mailbox.ts';
import { signIn, somebody, somebodyKnown } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** Buys without an account and keeps the right of withdrawal, as another shop's page or an app would. */
async function orderAsGuest(request: APIRequestContext, email: string): Promise<void> {
  const { id } = await somethingToBuy(request);
  const order = { pattern_id: id, buyer_email: email, locale: 'de' };
  const { data } = (await (await request.post('/api/payments/create', { data: order })).json()) as {
    data: { client_secret: string; payment_intent_id: string };
  };
  const config = (await (await request.get('/config.json')).json()) as Record<string, string>;
  const confirmed = await request.post(`${config.stripeApiBase}/v1/payment_intents/${data.payment_intent_id}/confirm`, {
    form: {
      key: config.stripePublishableKey!,
      client_secret: data.client_secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    },
  });
  expect(confirmed.ok()).toBe(true);
}

test('a buyer withdraws in two steps, gets the confirmation at once and the money back', async ({ page, request }) => {
  const goods = await somethingToBuy(request);
  const buyer = await somebodyKnown(request);
  await signIn(page, buyer, `/checkout/${goods.id}`);
  await new Checkout(page).pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByRole('radio', { name: goods.title })).toBeChecked();
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue(buyer.email);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByText('Schritt 2 von 2')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Schritt 1 von 2')).toBeVisible();
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Dein Widerruf ist eingegangen' })).toBeFocused();
  const reference = await page.getByText(/^WR-\d{4}-\d{6}$/).innerText();
  const mail = await mailTo(request, buyer.email, /Dein Widerruf .* ist eingegangen/);
  expect(mail.text).toContain(reference);
  expect(mail.text).toContain(goods.title);
  await mailTo(request, buyer.email, /Erstattung/);
  await page.getByRole('link', { name: 'Zu meinen Einkäufen' }).click();
  await expect(page.getByText('erstattet', { exact: true })).toBeVisible();
});

test('a guest comes from the confirmation mail and gets the money back without an account', async ({
  page,
  request,
}) => {
  const { email } = somebody();
  await orderAsGuest(request, email);
  await page.goto(linkIn(await mailTo(request, email, /Deine Bestellung/), '/withdraw'));
  await expect(page.getByLabel('Bestellnummer')).toHaveValue(/^PP-\d{4}-\d{6}$/);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByText('Bitte gib deinen Namen ein')).toBeVisible();
  await page.getByLabel('Dein Name').fill('Grete Gast');
  await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dein Widerruf ist eingegangen' })).toBeVisible();
  expect((await mailTo(request, email, /Dein Widerruf/)).text).toContain('Wir zahlen dir den vollen Preis');
  await mailTo(request, email, /Erstattung/);
});

test('whoever names no order that is known is confirmed and answered all the same, in English too', async ({
  page,
  request,
}) => {
  const { email } = somebody();
  await page.goto('/en/withdraw');
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
  await page.getByLabel('Order number').fill('The summer dress of last Tuesday');
  await page.getByLabel('Your name').fill('Grete Gast');
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await expectNoBarriers(page, ['dark', 'light']);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We have received your withdrawal' })).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
  const mail = await mailTo(request, email, /has received your withdrawal/);
  expect(mail.text).toContain('The summer dress of last Tuesday');
  expect(mail.text).toContain('One of us will look at your declaration');
});
