import { Checkout } from './support/checkout.ts';
import { waitForDownload, readPdf } from './support/download.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { signInByApi, signIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ locale: 'en-GB' });

test('a buyer who signs in on an English page sees English pages from the catalogue to the download', async ({
  page,
  request,
}) => {
  const pattern = await findPaidPattern(request, 'en');
  const buyer = await registerPerson(request, 'en');
  await signIn(page, buyer, '/en/patterns');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: pattern.title, exact: true }).click();
  await expect(page).toHaveURL(`/en/patterns/${pattern.id}`);
  await page.getByRole('link', { name: 'Buy now' }).click();

  await expect(page).toHaveURL(`/en/checkout/${pattern.id}`);
  const checkout = new Checkout(page, 'en');
  const country = page.getByLabel('Country');
  await expect(country).toHaveValue('');
  await checkout.order.click();
  await expect(page.getByText('Please choose your country.')).toBeVisible();
  await country.selectOption({ label: 'Norway' });
  await expect(page.getByText('Not subject to German VAT')).toBeVisible();
  await country.selectOption({ label: 'Madeira, Portugal' });
  await expect(page.getByText(/^incl. 22% VAT \(.*, Madeira, Portugal\)$/)).toBeVisible();
  await country.selectOption({ label: 'Germany' });
  await expect(page.getByText(/^incl. 19% VAT/)).toBeVisible();
  await expect(checkout.waiver).not.toBeChecked();
  await checkout.pay('accepted');

  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/en/checkout/${pattern.id}\\?purchase=`));
  await expect(page.getByText('Your files are ready.')).toBeVisible({ timeout: 45_000 });
  const download = await waitForDownload(page, () => page.getByRole('button', { name: /^Download A4 file/ }).click());
  const pdf = await readPdf(download);
  for (const text of pdf.pages) expect(text).toContain(`Licensed to ${buyer.email}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await page.getByRole('main').getByRole('link', { name: 'My purchases' }).click();
  await expect(page).toHaveURL('/en/downloads');
  await expect(page.getByText('1 of 5 used')).toBeVisible();
});

test('a buyer cannot buy the same pattern twice', async ({ page, request }) => {
  const pattern = await findPaidPattern(request, 'en');
  await signInByApi(page, await registerPerson(request, 'en'), `/en/checkout/${pattern.id}`);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await new Checkout(page, 'en').pay('accepted');
  await expect(page.getByText('Your files are ready.')).toBeVisible({ timeout: 45_000 });
  await page.goto(`/en/checkout/${pattern.id}`);
  await expect(page.getByRole('heading', { name: `You already own “${pattern.title}”` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to my purchases' })).toHaveAttribute('href', '/en/downloads');
});

test('an order with an invalid e-mail address and without a card shows an error at each field', async ({
  page,
  request,
}) => {
  const pattern = await findPaidPattern(request, 'en');
  await signInByApi(page, await registerPerson(request, 'en'), `/en/checkout/${pattern.id}`);
  const checkout = new Checkout(page, 'en');
  const email = page.getByLabel(/^Email address/);
  await email.fill('');
  await checkout.order.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('no address');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Please check the card number')).toBeVisible();
  await expect(page).toHaveURL(`/en/checkout/${pattern.id}`);
});

test('the checkout of an unknown pattern shows an error', async ({ page, request, browserErrors }) => {
  browserErrors.allow(/^404 GET \/api\/patterns\//, /^404 GET \/api\/users\/patterns\//);
  await signInByApi(page, await registerPerson(request, 'en'), '/en/checkout/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Pattern Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse All Patterns' }).click();
  await expect(page).toHaveURL('/en/patterns');
});

test('the checkout without a pattern redirects to the catalogue', async ({ page }) => {
  await page.goto('/en/checkout');
  await expect(page).toHaveURL('/en/patterns');
});
