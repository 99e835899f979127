import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { waitForDownload } from './support/download.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { DEMO_BUYER, signInByApi, registerPerson } from './support/people.ts';
import { listPurchases, type ListedPurchase } from './support/purchases.ts';
import { expect, test } from './support/shop-test.ts';

const findEntry = (page: Page, { patternTitle }: ListedPurchase) =>
  page
    .getByRole('tabpanel', { name: /Meine Einkäufe/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: patternTitle }) });

test('the downloads page lists and counts all purchases', async ({ page, request }) => {
  const purchases = await listPurchases(request, DEMO_BUYER);
  await signInByApi(page, DEMO_BUYER, '/downloads');
  await expect(page.getByRole('tab', { name: `Meine Einkäufe (${purchases.length})` })).toBeVisible();
  for (const purchase of purchases) await expect(findEntry(page, purchase)).toBeVisible();
});

test('the downloads page shows whether a purchase is ready, refunded or expired', async ({ page, request }) => {
  const purchases = await listPurchases(request, DEMO_BUYER);
  const findPurchase = (matches: (purchase: ListedPurchase) => boolean) => {
    const found = purchases.find(matches);
    if (!found) throw new Error('The demo buyer has no purchase in this state');
    return found;
  };
  await signInByApi(page, DEMO_BUYER, '/downloads');

  const ready = findEntry(
    page,
    findPurchase(({ canDownload, downloadCount }) => canDownload && downloadCount > 0),
  );
  await expect(ready.getByText('bereit', { exact: true })).toBeVisible();

  const refunded = findEntry(
    page,
    findPurchase(({ status }) => status === 'refunded'),
  );
  await expect(refunded.getByText('Der Betrag wurde erstattet')).toBeVisible();
  await expect(refunded.getByRole('button', { name: /herunterladen/ })).toHaveCount(0);
  await expect(refunded.getByRole('button', { name: 'Stornorechnung (PDF)' })).toBeVisible();

  const expired = findEntry(
    page,
    findPurchase(({ status, downloadCount }) => status === 'paid' && downloadCount === 3),
  );
  await expect(expired.getByText('Die 30 Tage sind um.')).toBeVisible();
  await expect(expired.getByText('Gerade ist kein Download möglich.')).toBeVisible();
  await expect(expired.getByRole('button', { name: 'Link erneuern' })).toBeVisible();
});

test('a purchase without remaining downloads shows that all downloads are used, and shows no expiry', async ({
  page,
  request,
}) => {
  const usedUp = (await listPurchases(request, DEMO_BUYER)).find(
    ({ downloadCount, downloadLimit }) => downloadCount >= downloadLimit,
  );
  await signInByApi(page, DEMO_BUYER, '/downloads');
  const entry = findEntry(page, usedUp!);
  await entry.locator('summary').first().click();
  await expect(entry.getByText('alle Downloads aufgebraucht').first()).toBeVisible();
  const downloads = entry.getByRole('button', { name: /herunterladen/ });
  await expect(downloads.first()).toBeVisible();
  for (const button of await downloads.all()) await expect(button).toBeDisabled();
  await expect(entry.getByText('Die 30 Tage sind um.')).toHaveCount(0);
});

test('a download is counted and listed under the recent downloads', async ({ page, request }) => {
  const pattern = await findPaidPattern(request);
  await signInByApi(page, await registerPerson(request), `/checkout/${pattern.id}`);
  await new Checkout(page).pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await page.getByRole('main').getByRole('link', { name: 'Meine Einkäufe' }).click();

  await page.getByRole('tab', { name: 'Letzte Downloads (0)' }).click();
  await expect(page.getByText('Noch keine Downloads')).toBeVisible();
  await page.getByRole('tab', { name: 'Meine Einkäufe (1)' }).click();
  const download = await waitForDownload(page, () => page.getByRole('button', { name: 'A4 herunterladen' }).click());
  await expect(page.getByText('1 von 5 heruntergeladen')).toBeVisible();

  await page.getByRole('tab', { name: 'Letzte Downloads (1)' }).click();
  await expect(page.getByRole('tabpanel').getByText(download.suggestedFilename())).toBeVisible();
});

test('a buyer renews an expired download link and opens the confirmation and the invoice of the order', async ({
  page,
  request,
}) => {
  const pattern = await findPaidPattern(request);
  const person = await registerPerson(request);
  await signInByApi(page, person, `/checkout/${pattern.id}`);
  await new Checkout(page).pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  const [bought] = await listPurchases(request, person);
  // Changes the responses of the API: the download link of the purchase is expired until the buyer renews it.
  await page.route('**/api/users/purchases?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { purchases: Record<string, unknown>[] } };
    const renewed = body.data.purchases[0]!.renewalsLeft === 2;
    if (!renewed)
      Object.assign(body.data.purchases[0]!, { canDownload: false, downloadExpiresAt: '2026-01-01T00:00:00Z' });
    await route.fulfill({ response, json: body });
  });
  await page.goto('/downloads');
  const entry = findEntry(page, bought!);
  await expect(entry.getByText('abgelaufen', { exact: true })).toBeVisible();
  await expect(entry.getByText('Noch 3-mal in diesem Monat')).toBeVisible();
  await entry.getByRole('button', { name: 'Link erneuern' }).click();
  await expect(entry.getByText('bereit', { exact: true })).toBeVisible();

  await entry.getByText('Bestellbestätigung').click();
  await expect(entry.getByText(/inkl\. 19\s% MwSt\./)).toBeVisible();
  await expect(entry.getByText(/Du kannst diesen Kauf bis einschließlich .* widerrufen/)).toBeVisible();
  await expectAccessible(page, ['dark']);
  const invoice = await waitForDownload(page, () => entry.getByRole('button', { name: 'Rechnung (PDF)' }).click());
  expect(invoice.suggestedFilename()).toMatch(/^RE-.*\.pdf$/);
});

test("a user cannot open another user's download link", async ({ page, request, browserErrors }) => {
  browserErrors.allow(/^404 GET \/api\/downloads\//);
  const otherPurchase = (await listPurchases(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await signInByApi(page, await registerPerson(request), `/download/${otherPurchase!.downloadToken}`);
  await expect(page.getByRole('alert')).toContainText('Dieser Link gehört nicht zu deinem Konto');
  await expect(page.getByRole('button', { name: /herunterladen/ })).toHaveCount(0);
  await expect(page.getByText(otherPurchase!.patternTitle)).toHaveCount(0);
});

test('a download link sends a visitor to the sign-in and then shows the files', async ({ page, request }) => {
  const purchase = (await listPurchases(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await page.goto(`/download/${purchase!.downloadToken}`);
  await expect(page).toHaveURL(`/auth?from=${encodeURIComponent(`/download/${purchase!.downloadToken}`)}`);
  await page.getByLabel(/^E-Mail-Adresse/).fill(DEMO_BUYER.email);
  await page.getByLabel(/^Passwort( \*)?$/).fill(DEMO_BUYER.password);
  await page.locator('form').getByRole('button', { name: 'Anmelden' }).click();

  await expect(page).toHaveURL(`/download/${purchase!.downloadToken}`);
  await expect(
    page.getByRole('heading', { name: `„${purchase!.patternTitle}“ ist bereit zum Herunterladen` }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'A4 herunterladen' }).first()).toBeEnabled();
});

test('a download link in the format of older mails redirects to the download page', async ({ page, request }) => {
  const purchase = (await listPurchases(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await signInByApi(page, DEMO_BUYER, '/');
  await page.goto(`/patterns/00000000-0000-7000-8000-000000000000/download?token=${purchase!.downloadToken}`);
  await expect(page).toHaveURL(`/download/${purchase!.downloadToken}`);
});

test('the downloads page shows an error when the purchases fail to load, and a retry works', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^failed GET \/api\/users\/purchases/);
  await signInByApi(page, await registerPerson(request), '/');
  await page.route('**/api/users/purchases?*', (route) => route.abort());
  await page.goto('/downloads');
  await expect(page.getByText('Deine Einkäufe lassen sich gerade nicht laden')).toBeVisible();
  await page.unroute('**/api/users/purchases?*');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Noch keine Einkäufe')).toBeVisible();
});
