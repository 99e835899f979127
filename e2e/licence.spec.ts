import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { waitForMail } from './support/mailbox.ts';
import { registerPerson, signInByApi } from './support/people.ts';
import { publishPattern } from './support/published-pattern.ts';
import { expect, test } from './support/shop-test.ts';

const GERMAN = /^Kleinserie: Du darfst .* insgesamt höchstens 50 Stück\./;
const ENGLISH = /^Small series: you may .* up to 50 in total\./;

/** Opens a pattern in the studio and saves its licence. @param pieces the number of pieces of a small series */
async function chooseLicence(page: Page, patternId: string, label: string, pieces?: string): Promise<void> {
  await page.goto(`/studio/${patternId}`);
  await page.getByRole('radio', { name: label }).check();
  if (pieces) await page.getByLabel('Anzahl der Stücke').fill(pieces);
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
}

test('a buyer sees the licence before the order, in the mail and in the purchases; a later change by the designer has no effect', async ({
  page,
  request,
}) => {
  const pattern = await publishPattern(request, `Beutel ${randomUUID().replace(/[^a-z]/g, '')}`);
  await signInByApi(page, pattern.seller, `/studio/${pattern.id}`);
  await expect(page.getByRole('radio', { name: 'Nein, nur privat nähen' })).toBeChecked();
  await page.getByRole('radio', { name: 'Ja, eine kleine Serie' }).check();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Bitte gib eine ganze Zahl von 1 bis 1.000 ein.')).toBeVisible();
  await expect(page.getByLabel('Anzahl der Stücke')).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);
  await chooseLicence(page, pattern.id, 'Ja, eine kleine Serie', '50');

  const buyer = await registerPerson(request);
  await signInByApi(page, buyer, `/patterns/${pattern.id}`);
  await expect(page.getByText('Kleinserie: bis zu 50 genähte Stücke verkaufen')).toBeVisible();
  await page.goto(`/checkout/${pattern.id}`);
  await expect(page.getByText(GERMAN)).toBeVisible();
  for (const text of [/^Bist du unter 18\?/, /^Kredit- oder Debitkarte\./, /^Deutsch\. Auf Englisch/])
    await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await new Checkout(page).pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  const mail = await waitForMail(request, buyer.email, /Deine Bestellung/);
  expect(mail.text).toContain('insgesamt höchstens 50 Stück.');

  await signInByApi(page, pattern.seller);
  await chooseLicence(page, pattern.id, 'Nein, nur privat nähen');
  await signInByApi(page, buyer, '/downloads');
  await page.getByText('Bestellbestätigung').click();
  await expect(page.getByText(GERMAN)).toBeVisible();
  await page.goto('/en/downloads');
  await page.getByText('Order confirmation').click();
  await expect(page.getByText(GERMAN)).toHaveAttribute('lang', 'de');
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('a buyer orders under the English text of the licence', async ({ page, request }) => {
    const pattern = await publishPattern(request, `Bag ${randomUUID().replace(/[^a-z]/g, '')}`);
    await pattern.changeLicence({ kind: 'small-series', pieces: 50 });
    const buyer = await registerPerson(request, 'en');
    await signInByApi(page, buyer, `/en/patterns/${pattern.id}`);
    await expect(page.getByText('Small series: sell up to 50 sewn pieces')).toBeVisible();
    await page.goto(`/en/checkout/${pattern.id}`);
    await expect(page.getByText(ENGLISH)).toBeVisible();
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await new Checkout(page, 'en').pay('accepted');
    await expect(page.getByText('Your files are ready.')).toBeVisible({ timeout: 45_000 });
    const mail = await waitForMail(request, buyer.email, /Your order/);
    expect(mail.text).toContain('up to 50 in total.');
    await page.goto('/en/downloads');
    await page.getByText('Order confirmation').click();
    await expect(page.getByText(ENGLISH)).toBeVisible();
  });
});
