import type { Page } from '@playwright/test';
import { expectNoBarriers } from './support/barriers.ts';
import { Checkout } from './support/checkout.ts';
import { downloadBy } from './support/download.ts';
import { aPaidPattern } from './support/goods.ts';
import { DEMO_BUYER, enter, registeredPerson } from './support/people.ts';
import { purchasesOf, type KnownPurchase } from './support/purchases.ts';
import { expect, test } from './support/shop-test.ts';

const entry = (page: Page, { patternTitle }: KnownPurchase) =>
  page
    .getByRole('tabpanel', { name: /Meine Einkäufe/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: patternTitle }) });

test('the downloads page lists every purchase and counts them', async ({ page, request }) => {
  const purchases = await purchasesOf(request, DEMO_BUYER);
  await enter(page, DEMO_BUYER, '/downloads');
  await expect(page.getByRole('tab', { name: `Meine Einkäufe (${purchases.length})` })).toBeVisible();
  for (const purchase of purchases) await expect(entry(page, purchase)).toBeVisible();
});

test('each state of a purchase says what it means', async ({ page, request }) => {
  const purchases = await purchasesOf(request, DEMO_BUYER);
  const find = (fits: (purchase: KnownPurchase) => boolean) => {
    const found = purchases.find(fits);
    if (!found) throw new Error('The demo buyer lacks a purchase');
    return found;
  };
  await enter(page, DEMO_BUYER, '/downloads');

  const ready = entry(
    page,
    find(({ canDownload, downloadCount }) => canDownload && downloadCount > 0),
  );
  await expect(ready.getByText('bereit', { exact: true })).toBeVisible();

  const refunded = entry(
    page,
    find(({ status }) => status === 'refunded'),
  );
  await expect(refunded.getByText('Der Betrag wurde erstattet')).toBeVisible();
  await expect(refunded.getByRole('button', { name: /herunterladen/ })).toHaveCount(0);
  await expect(refunded.getByRole('button', { name: 'Stornorechnung (PDF)' })).toBeVisible();

  const over = entry(
    page,
    find(({ status, downloadCount }) => status === 'paid' && downloadCount === 3),
  );
  await expect(over.getByText('Die 30 Tage sind um.')).toBeVisible();
  await expect(over.getByText('Gerade ist kein Download möglich.')).toBeVisible();
  await expect(over.getByRole('button', { name: 'Link erneuern' })).toBeVisible();
});

test('a purchase whose downloads are all used says so, and not that its time is over', async ({ page, request }) => {
  const spent = (await purchasesOf(request, DEMO_BUYER)).find((one) => one.downloadCount >= one.downloadLimit);
  await enter(page, DEMO_BUYER, '/downloads');
  const shown = entry(page, spent!);
  await shown.locator('summary').first().click();
  await expect(shown.getByText('alle Downloads verbraucht').first()).toBeVisible();
  const downloads = shown.getByRole('button', { name: /herunterladen/ });
  await expect(downloads.first()).toBeVisible();
  for (const button of await downloads.all()) await expect(button).toBeDisabled();
  await expect(shown.getByText('Die 30 Tage sind um.')).toHaveCount(0);
});

test('a download is counted and stands among the recent ones', async ({ page, request }) => {
  const goods = await aPaidPattern(request);
  await enter(page, await registeredPerson(request), `/checkout/${goods.id}`);
  await new Checkout(page).pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  await page.getByRole('main').getByRole('link', { name: 'Meine Einkäufe' }).click();

  await page.getByRole('tab', { name: 'Letzte Downloads (0)' }).click();
  await expect(page.getByText('Noch keine Downloads')).toBeVisible();
  await page.getByRole('tab', { name: 'Meine Einkäufe (1)' }).click();
  const download = await downloadBy(page, () => page.getByRole('button', { name: 'A4 herunterladen' }).click());
  await expect(page.getByText('1 von 5 geladen')).toBeVisible();

  await page.getByRole('tab', { name: 'Letzte Downloads (1)' }).click();
  await expect(page.getByRole('tabpanel').getByText(download.suggestedFilename())).toBeVisible();
});

test('a link whose downloads are used up is renewed, and the papers of the order are there to read', async ({
  page,
  request,
}) => {
  const goods = await aPaidPattern(request);
  const person = await registeredPerson(request);
  await enter(page, person, `/checkout/${goods.id}`);
  await new Checkout(page).pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  const [bought] = await purchasesOf(request, person);
  // Thirty days do not pass in a journey: until it is renewed, the list says that they have.
  await page.route('**/api/users/purchases?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { purchases: Record<string, unknown>[] } };
    const renewed = body.data.purchases[0]!.renewalsLeft === 2;
    if (!renewed)
      Object.assign(body.data.purchases[0]!, { canDownload: false, downloadExpiresAt: '2026-01-01T00:00:00Z' });
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/downloads');
  const shown = entry(page, bought!);
  await expect(shown.getByText('abgelaufen', { exact: true })).toBeVisible();
  await expect(shown.getByText('Noch 3-mal in diesem Monat')).toBeVisible();
  await shown.getByRole('button', { name: 'Link erneuern' }).click();
  await expect(shown.getByText('bereit', { exact: true })).toBeVisible();

  await shown.getByText('Bestellbestätigung').click();
  await expect(shown.getByText(/inkl\. 19 % MwSt\./)).toBeVisible();
  await expect(shown.getByText(/Du kannst diesen Kauf bis einschließlich .* widerrufen/)).toBeVisible();
  await expectNoBarriers(page, ['dark']);
  const invoice = await downloadBy(page, () => shown.getByRole('button', { name: 'Rechnung (PDF)' }).click());
  expect(invoice.suggestedFilename()).toMatch(/^RE-.*\.pdf$/);
});

test("somebody else's download link opens nothing", async ({ page, request, noise }) => {
  noise.expect(/^404 GET \/api\/downloads\//);
  const foreign = (await purchasesOf(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await enter(page, await registeredPerson(request), `/download/${foreign!.downloadToken}`);
  await expect(page.getByRole('alert')).toContainText('Dieser Link gehört nicht zu deinem Konto');
  await expect(page.getByRole('button', { name: /herunterladen/ })).toHaveCount(0);
  await expect(page.getByText(foreign!.patternTitle)).toHaveCount(0);
});

test('a visitor who opens a download link signs in first and then sees the file', async ({ page, request }) => {
  const own = (await purchasesOf(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await page.goto(`/download/${own!.downloadToken}`);
  await expect(page).toHaveURL(`/auth?from=${encodeURIComponent(`/download/${own!.downloadToken}`)}`);
  await page.getByLabel('E-Mail-Adresse').fill(DEMO_BUYER.email);
  await page.getByLabel(/^Passwort( \*)?$/).fill(DEMO_BUYER.password);
  await page.locator('form').getByRole('button', { name: 'Anmelden' }).click();

  await expect(page).toHaveURL(`/download/${own!.downloadToken}`);
  await expect(page.getByRole('heading', { name: `„${own!.patternTitle}“ liegt bereit` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'A4 herunterladen' }).first()).toBeEnabled();
});

test('the link of an older mail leads to the downloads page', async ({ page, request }) => {
  const own = (await purchasesOf(request, DEMO_BUYER)).find(({ canDownload }) => canDownload);
  await enter(page, DEMO_BUYER, '/');
  await page.goto(`/patterns/00000000-0000-7000-8000-000000000000/download?token=${own!.downloadToken}`);
  await expect(page).toHaveURL(`/download/${own!.downloadToken}`);
});

test('a purchase list that cannot be loaded can be asked for again', async ({ page, request, noise }) => {
  noise.expect(/^failed GET \/api\/users\/purchases/);
  await enter(page, await registeredPerson(request), '/');
  await page.route('**/api/users/purchases?*', (route) => route.abort());
  await page.goto('/downloads');
  await expect(page.getByText('Deine Einkäufe lassen sich gerade nicht laden')).toBeVisible();
  await page.unroute('**/api/users/purchases?*');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Noch keine Einkäufe')).toBeVisible();
});
