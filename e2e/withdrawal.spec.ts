import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import {
  fetchAccessToken,
  DEMO_ADMIN,
  signInByApi,
  type Person,
  signIn,
  createPersonData,
  registerPerson,
} from './support/people.ts';
import { type ListedPurchase, listPurchases } from './support/purchases.ts';
import { expect, test } from './support/shop-test.ts';

const OTHER_CARD = '4000000000000077';

/** Buys a pattern through the API, as a guest when no account is given. Does not waive the right of withdrawal. */
async function buyByApi(
  request: APIRequestContext,
  email: string,
  account?: Person,
  card = '4242424242424242',
): Promise<void> {
  const { id } = await findPaidPattern(request);
  const data = { pattern_id: id, buyer_email: email, locale: 'de', country: 'DE' };
  const headers: Record<string, string> = account
    ? { Authorization: `Bearer ${await fetchAccessToken(request, account)}` }
    : {};
  const { data: payment } = (await (await request.post('/api/payments/create', { data, headers })).json()) as {
    data: { client_secret: string; payment_intent_id: string };
  };
  const config = (await (await request.get('/config.json')).json()) as Record<string, string>;
  const confirmed = await request.post(
    `${config.stripeApiBase}/v1/payment_intents/${payment.payment_intent_id}/confirm`,
    {
      form: {
        key: config.stripePublishableKey!,
        client_secret: payment.client_secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': card,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      },
    },
  );
  expect(confirmed.ok()).toBe(true);
}

test('a buyer withdraws in two steps and receives a confirmation and a refund', async ({ page, request }) => {
  const pattern = await findPaidPattern(request);
  const buyer = await registerPerson(request);
  await signIn(page, buyer, `/checkout/${pattern.id}`);
  await new Checkout(page).pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByRole('radio', { name: pattern.title })).toBeChecked();
  await expect(page.getByLabel(/^E-Mail-Adresse/)).toHaveValue(buyer.email);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByText('Schritt 2 von 2')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Schritt 1 von 2')).toBeVisible();
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Dein Widerruf ist eingegangen' })).toBeFocused();
  const reference = await page.getByText(/^WR-\d{4}-\d{6}$/).innerText();
  const mail = await waitForMail(request, buyer.email, /Dein Widerruf .* ist eingegangen/);
  expect(mail.text).toContain(reference);
  // The buyer has not proven the mailbox: the page shows the whole declaration, but the mail shows only the order.
  const [orderNumber, title] = (await page.getByText(/^PP-\d{4}-\d{6}, /).innerText()).split(', ');
  expect(title).toBe(pattern.title);
  expect(mail.text).toContain(orderNumber);
  await waitForMail(request, buyer.email, /Erstattung/);
  await page.getByRole('link', { name: 'Zu meinen Einkäufen' }).click();
  await expect(page.getByText('erstattet', { exact: true })).toBeVisible();
});

test('a guest withdraws through the link in the confirmation mail and is refunded without an account', async ({
  page,
  request,
}) => {
  const { email } = createPersonData();
  // Within 30 days the shop refunds a card or a network automatically only once, so this test uses its own card and network.
  await buyByApi(request, email, undefined, OTHER_CARD);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  await page.goto(findLink(await waitForMail(request, email, /Deine Bestellung/), '/withdraw'));
  await expect(page.getByLabel('Bestellnummer')).toHaveValue(/^PP-\d{4}-\d{6}$/);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByText('Bitte gib deinen Namen ein')).toBeVisible();
  await page.getByLabel('Dein Name').fill('Grete Gast');
  await page.getByLabel(/^E-Mail-Adresse/).fill(email);
  await page.getByRole('button', { name: 'Vertrag widerrufen' }).click();
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dein Widerruf ist eingegangen' })).toBeVisible();
  expect((await waitForMail(request, email, /Dein Widerruf/)).text).toContain('Wir erstatten dir den vollen Preis');
  await waitForMail(request, email, /Erstattung/);
});

test('an English page and mail confirm a withdrawal with an unknown order number', async ({ page, request }) => {
  const { email } = createPersonData();
  await page.goto('/en/withdraw');
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByLabel('Order number').fill('The summer dress of last Tuesday');
  await page.getByLabel('Your name').fill('Grete Gast');
  await page.getByLabel(/^Email address/).fill(email);
  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await expectAccessible(page, ['dark', 'light']);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We have received your withdrawal' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  const mail = await waitForMail(request, email, /has received your withdrawal/);
  // The sender has not proven to own the address, so the mail must not contain text that the sender wrote.
  expect(mail.text).not.toContain('The summer dress of last Tuesday');
  expect(mail.text).toContain('We have stored your declaration word for word.');
  expect(mail.text).toContain('We will check your declaration');
});

test('an administrator decides on a withdrawal, and the buyer is informed of the refund', async ({
  page,
  request,
  anotherVisitor,
}) => {
  const buyer = await registerPerson(request);
  await buyByApi(request, buyer.email, buyer);
  const orderStatus = async () => (await listPurchases(request, buyer))[0]?.status;
  await expect.poll(orderStatus, { timeout: 45_000 }).toBe('paid');
  const [{ orderNumber, patternTitle }] = (await listPurchases(request, buyer)) as [ListedPurchase];
  // The request has neither a session nor the token of a mail, so the shop cannot identify the sender, and an administrator
  // decides.
  const declaration = { name: 'Käthe Käufer', email: buyer.email, order_number: orderNumber, locale: 'de' };
  const declared = await request.post('/api/withdrawals', { data: declaration });
  const { reference } = ((await declared.json()) as { data: { reference: string } }).data;

  await test.step('the administrator decides', async () => {
    await signInByApi(page, DEMO_ADMIN, '/admin?tab=withdrawals');
    const row = page.locator('tbody').filter({ hasText: reference });
    await expect(row.getByText('bitte prüfen')).toBeVisible();
    await row.getByRole('button', { name: `Über Widerruf ${reference} entscheiden` }).click();
    const save = row.getByRole('button', { name: 'Entscheidung speichern' });
    await save.click();
    await expect(row.getByText('Bitte wähle eine Entscheidung.')).toBeVisible();
    await row.getByRole('radio', { name: 'Anerkennen und erstatten' }).check();
    await row.getByRole('textbox', { name: 'Notiz (freiwillig)' }).fill('Aus Kulanz');
    await save.click();
    const question = row.getByRole('alertdialog');
    await expect(question).toContainText(`Widerruf ${reference} anerkennen? Das Geld für ${orderNumber} geht zurück`);
    await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused();
    await expectAccessible(page, ['light', 'dark']);
    await question.getByRole('button', { name: 'Ja, anerkennen und erstatten' }).click();
    await expect(page.getByText(`Die Entscheidung über ${reference} ist gespeichert.`)).toBeFocused();
    await expect(row.getByText('erstattet', { exact: true }).first()).toBeVisible();
    await expect(row.getByText('Notiz: Aus Kulanz')).toBeVisible();
    await expect(row.getByRole('button', { name: `Über Widerruf ${reference} entscheiden` })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Nach Stand filtern' }).selectOption({ label: 'Offen' });
    await expect(page).toHaveURL('/admin?tab=withdrawals&state=open');
    await expect(row).toHaveCount(0);
  });

  await test.step('the buyer receives the mails', async () => {
    const received = await waitForMail(request, buyer.email, /Dein Widerruf .* ist eingegangen/);
    expect(received.text).toContain('Wir prüfen deine Erklärung');
    const mail = await waitForMail(request, buyer.email, /^Erstattung zu deiner Bestellung/);
    expect(mail.subject).toContain(`${orderNumber}: ${patternTitle}`);
    expect(mail.text).toContain('Dein Geld ist auf dem Weg zurück');
    const buyerPage = await anotherVisitor();
    await signInByApi(buyerPage, buyer, '/downloads');
    await expect(buyerPage.getByText('erstattet', { exact: true })).toBeVisible();
    await expect(buyerPage.getByText('Der Betrag wurde erstattet')).toBeVisible();
  });
});
