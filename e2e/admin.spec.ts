import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { waitForMail } from './support/mailbox.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { DEMO_ADMIN, signInByApi, signIn, registerPerson } from './support/people.ts';
import { listPurchases } from './support/purchases.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an administrator makes a user a moderator, who can open the moderation but not the administration', async ({
  page,
  request,
  anotherVisitor,
}) => {
  const person = await registerPerson(request);
  await signInByApi(page, DEMO_ADMIN);
  await page.goto('/admin');
  await expect(page.getByText('Umsatz (brutto), abzüglich Erstattungen')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name oder E-Mail-Adresse suchen' }).fill(person.email);
  await expect(page.getByText('1 Konto', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/admin?search=${encodeURIComponent(person.email)}`);

  const role = page.getByRole('combobox', { name: `Rolle von ${person.username}` });
  await role.selectOption({ label: 'Verwaltung' });
  await expect(page.getByRole('alertdialog')).toContainText('die Rolle „Verwaltung“ geben?');
  await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);
  await page.keyboard.press('Escape');
  await expect(role).toHaveValue('user');
  await role.selectOption({ label: 'Moderation' });
  await expect(page.getByText(`${person.username} hat jetzt die Rolle „Moderation“.`)).toBeVisible();

  const moderator = await anotherVisitor();
  await signIn(moderator, person, '/moderation');
  await expect(moderator.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible();
  await moderator.goto('/admin');
  await expect(moderator).toHaveURL('/');
});

test('an administrator refunds a part of a purchase and then the rest, and the buyer is told', async ({
  page,
  request,
  anotherVisitor,
}) => {
  const person = await registerPerson(request, 'en');
  const pattern = await findPaidPattern(request, 'en');
  const buyer = await anotherVisitor();
  await signInByApi(buyer, person, `/en/checkout/${pattern.id}`);
  await new Checkout(buyer, 'en').pay('accepted');
  const orderStatus = async () => (await listPurchases(request, person))[0]?.status;
  await expect.poll(orderStatus, { timeout: 45_000 }).toBe('paid');

  await signInByApi(page, DEMO_ADMIN);
  await page.goto(`/en/admin?tab=purchases&search=${encodeURIComponent(person.email)}`);
  await expect(page.getByText('1 purchase', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Details of PP-/ }).click();
  const refund = async (reason: string, question: string) => {
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: /^Refund \d/ }).click();
    await expect(page.getByRole('alertdialog')).toContainText(question);
    await expectAccessible(page, ['light', 'dark']);
    await page.getByRole('button', { name: 'Yes, refund' }).click();
    await expect(page.getByText(`Reason: ${reason}`)).toBeVisible({ timeout: 45_000 });
  };

  await test.step('a part: the buyer keeps the files and gets a correction of the invoice', async () => {
    await page.getByLabel('Amount in euros').fill('2,50');
    await refund('A page was missing', 'The downloads remain');
    await expect(page.getByText(/^2,50.*was refunded on/)).toBeVisible({ timeout: 45_000 });
    await expect(page.getByRole('row').getByText('partly refunded', { exact: true })).toBeVisible();
    const mail = await waitForMail(request, person.email, /^Partial refund/);
    expect(mail.text).toMatch(/2,50/);
    await buyer.goto('/en/downloads');
    await expect(buyer.getByText(/2,50.*of it refunded/)).toBeVisible();
    await expect(buyer.getByRole('button', { name: /^Invoice correction RE-/ })).toBeVisible({ timeout: 45_000 });
    await expectAccessible(buyer, ['light', 'dark']);
  });

  await test.step('the rest: the purchase is refunded', async () => {
    await refund('The buyer ordered the wrong size', 'This ends the downloads');
    await expect(page.getByText(/was refunded on/)).toHaveCount(2, { timeout: 45_000 });
    await page.reload();
    await expect(page.getByRole('row').getByText('refunded', { exact: true })).toBeVisible();
    await waitForMail(request, person.email, /^Refund/);
    const corrections = async () => {
      await buyer.goto('/en/downloads');
      await expect(buyer.getByRole('button', { name: /^Invoice correction RE-/ }).first()).toBeVisible();
      return buyer.getByRole('button', { name: /^Invoice correction RE-/ }).count();
    };
    await expect.poll(corrections, { timeout: 45_000 }).toBe(2);
  });
});

test('an administrator downloads the journal of the year, and an error names the settings that DATEV files need', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/^409 GET \/api\/admin\/books$/);
  await signInByApi(page, DEMO_ADMIN);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Buchhaltung' }).click();
  await expect(page.getByText('Eine Zeile für jeden Beleg, geordnet nach Belegnummer')).toBeVisible();
  await page.getByLabel('Zeitraum').selectOption({ label: 'ganzes Jahr' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Datei herunterladen' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Rechnungsjournal_\d{4}\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFBelegnummer;Belegart;Belegdatum;/);
  await expect(page.getByText(/^Rechnungsjournal_\d{4}\.csv ist heruntergeladen\.$/)).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);

  await page.getByLabel('Format').selectOption({ label: 'DATEV-Buchungsstapel (EXTF)' });
  await expect(page).toHaveURL('/admin?tab=books&format=datev');
  await page.getByRole('button', { name: 'Datei herunterladen' }).click();
  await expect(page.getByRole('alert')).toContainText('DATEV_CONSULTANT');
});
