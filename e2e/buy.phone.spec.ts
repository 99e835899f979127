import { Checkout } from './support/checkout.ts';
import { waitForDownload, readPdf } from './support/download.ts';
import { findFreePattern } from './support/catalogue-patterns.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { signIn, createPersonData, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('a visitor finds a dress, registers, pays and downloads a PDF with the visitor’s e-mail address on each page', async ({
  page,
  request,
}) => {
  const person = createPersonData();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('searchbox', { name: 'Schnittmuster suchen' }).fill('Sommerkleid Lina');
  await page.getByRole('button', { name: 'Suchen', exact: true }).click();

  await expect(page).toHaveURL(/\/patterns\?search=Sommerkleid(\+|%20)Lina$/);
  await page.getByRole('link', { name: 'Sommerkleid Lina' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sommerkleid Lina' })).toBeVisible();
  await page.getByRole('link', { name: 'Kaufen' }).click();

  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('navigation', { name: 'Anmelden oder Konto anlegen' }).getByText('Konto anlegen').click();
  // Waits for the registration form, because the sign-in form has fields with the same labels.
  await expect(page.getByRole('heading', { level: 1, name: 'Konto anlegen' })).toBeVisible();
  await page.getByLabel(/^E-Mail-Adresse/).fill(person.email);
  await page.getByLabel('Anzeigename').fill('Gast');
  await page.getByLabel('Benutzername').fill(person.username);
  await page.getByLabel(/^Passwort( \*)?$/).fill(person.password);
  await page.getByLabel('Passwort wiederholen').fill(person.password);
  await page.getByRole('button', { name: 'Konto anlegen' }).click();

  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  await waitForMail(request, person.email, /bestätig/i);
  const checkout = new Checkout(page);
  await expect(page.getByLabel(/^E-Mail-Adresse/)).toHaveValue(person.email);
  await expect(checkout.waiver).not.toBeChecked();
  await checkout.waiver.check();
  await expect(page.getByText('8,90 €').last()).toBeVisible();
  await checkout.pay('accepted');

  await expect(page.getByRole('heading', { level: 1, name: 'Danke für deine Bestellung' })).toBeVisible();
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  const download = await waitForDownload(page, () =>
    page.getByRole('button', { name: /^A4-Datei herunterladen/ }).click(),
  );
  expect(download.suggestedFilename()).toMatch(/Sommerkleid Lina.*A4.*\.pdf$/);
  const pdf = await readPdf(download);
  expect(pdf.pages.length).toBeGreaterThan(1);
  for (const text of pdf.pages) expect(text).toContain(person.email);
  expect(pdf.layers.join(' ')).toMatch(/34.*46/);

  const receipt = await waitForMail(request, person.email, /Bestellung|Beleg|Rechnung/);
  expect(receipt.text).toContain('Sommerkleid Lina');
  await page.goto(findLink(await waitForMail(request, person.email, /bestätig/i), '/verify-email'));
  await expect(page.getByRole('heading', { name: 'Deine E-Mail-Adresse ist bestätigt' })).toBeVisible();
});

test('a free pattern needs no card', async ({ page, request }) => {
  const pattern = await findFreePattern(request);
  await signIn(page, await registerPerson(request), `/checkout/${pattern.id}`);
  await expect(page.getByText('Kartennummer')).toHaveCount(0);
  await page.getByRole('button', { name: 'Kostenlos herunterladen' }).click();
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
});
