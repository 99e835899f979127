import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { DEMO_BUYER, signIn, createPersonData, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ locale: 'en-GB' });

const passwordField = (page: Page) => page.getByLabel(/^Password( \*)?$/);
const createButton = (page: Page) => page.locator('form').getByRole('button', { name: 'Create account' });

test('the registration form shows the message of each violated rule', async ({ page }) => {
  await page.goto('/en/register');
  const username = page.getByLabel('Username');
  await page.getByLabel(/^Email address/).fill('no address');
  await username.fill('ab');
  await passwordField(page).fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await createButton(page).click();
  for (const message of [
    'Please enter a valid email address',
    'Username must be at least 3 characters long',
    'Password must be at least 8 characters long',
    'Passwords do not match',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel(/^Email address/)).toBeFocused();

  await username.fill('grüße an alle');
  await passwordField(page).fill('onlyletters');
  await createButton(page).click();
  for (const message of [
    'Username can only contain letters, numbers, hyphens, and underscores',
    'Password must contain at least one lowercase letter, one uppercase letter, and one number',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
});

test('registering with a registered e-mail address shows an error', async ({ page, browserErrors }) => {
  browserErrors.allow(/^409 POST \/api\/auth\/register$/);
  const { username, password } = createPersonData();
  await page.goto('/en/auth?mode=register');
  await page.getByLabel(/^Email address/).fill(DEMO_BUYER.email);
  await page.getByLabel('Display name').fill('Guest');
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await createButton(page).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Registration Failed' });
  await expect(problem).toContainText('An account with this email address already exists.');
});

test('a wrong password and an unknown address show the same error', async ({ page, browserErrors }) => {
  browserErrors.allow(/^401 POST \/api\/auth\/login$/);
  for (const email of [DEMO_BUYER.email, 'unknown@example.org']) {
    await page.goto('/en/login');
    await page.getByLabel(/^Email address/).fill(email);
    await passwordField(page).fill('Wrong-password-1');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Login Failed' });
    await expect(problem).toContainText('Invalid email or password');
    await expect(page.getByLabel(/^Email address/)).toHaveValue(email);
  }
});

test('switching between sign-in and registration changes the URL and keeps the parameter `from`', async ({ page }) => {
  await page.goto('/en/auth?from=%2Fen%2Fdownloads');
  const modes = page.getByRole('navigation', { name: 'Sign in or create an account' });
  await modes.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/en/auth?mode=register&from=%2Fen%2Fdownloads');
  await modes.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/en/auth?from=%2Fen%2Fdownloads');
});

test('the sign-in ignores a parameter `from` that points to another site', async ({ page, baseURL }) => {
  for (const target of ['https://example.com/', '//example.com/', '/\\example.com/']) {
    await page.goto(`/en/login?from=${encodeURIComponent(target)}`);
    await page.getByLabel(/^Email address/).fill(DEMO_BUYER.email);
    await passwordField(page).fill(DEMO_BUYER.password);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: '’s menu' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(new URL(baseURL!).origin);
    await page.evaluate(() => localStorage.clear());
  }
});

test('the link in a mail verifies the address, even when the link is opened twice, and the reminder disappears', async ({
  page,
  request,
  anotherVisitor,
}) => {
  const person = await registerPerson(request, 'en');
  await signIn(page, person, '/en');
  const reminder = page.getByText('Please confirm your email address');
  await expect(reminder).toBeVisible();
  const link = pathFrom(findLink(await waitForMail(request, person.email, /confirm/i), '/en/verify-email'));
  // The link verifies the address in any browser. Without a session, the page then offers the sign-in.
  const otherDevice = await anotherVisitor();
  const confirmation = (visitor: Page) => visitor.getByRole('heading', { name: 'Your email address is confirmed' });
  await otherDevice.goto(link);
  await expect(confirmation(otherDevice)).toBeVisible();
  await otherDevice.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await otherDevice.getByLabel(/^Email address/).fill(person.email);
  await otherDevice.getByLabel('Password', { exact: true }).fill(person.password);
  await otherDevice.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await expect(confirmation(otherDevice)).toBeVisible();
  await expect(otherDevice).toHaveURL('/en/profile');
  await expect(otherDevice.getByText('Your email address was verified on')).toBeVisible();
  await expect(otherDevice.getByRole('button', { name: 'Send link' })).toHaveCount(0);

  await page.goto(link);
  await expect(confirmation(page)).toBeVisible();
  await expect(reminder).toHaveCount(0);
  await expect(page).toHaveURL('/en/profile');
});

test('a verification link with a wrong token or without a token shows an error', async ({ page, browserErrors }) => {
  browserErrors.allow(/^400 POST \/api\/auth\/verify-email$/);
  await page.goto('/en/verify-email?token=broken');
  await expect(page.getByText('Invalid verification link. Please request a new one.')).toBeVisible();
  await page.goto('/en/verify-email');
  await expect(
    page.getByText('No verification token provided. Please check your email for the verification link.'),
  ).toBeVisible();
});

test('a second verification mail right after the registration is refused by the rate limit', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^429 POST \/api\/auth\/resend-verification$/);
  await signIn(page, await registerPerson(request, 'en'), '/en');
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('An email is already on its way.')).toBeVisible();
});

test('the link in a mail resets a forgotten password and ends all sessions of the account', async ({
  page,
  request,
  anotherVisitor,
  browserErrors,
}) => {
  browserErrors.allow(/^401 (POST \/api\/auth\/refresh|GET \/api\/auth\/profile)$/);
  const person = await registerPerson(request);
  const otherDevice = await anotherVisitor();
  await signIn(otherDevice, person, '/downloads');

  await page.goto('/login');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Passwort vergessen' })).toBeVisible();
  await page.getByLabel(/^E-Mail-Adresse/).fill(person.email);
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(page.getByText('Wenn es zu dieser E-Mail-Adresse ein Konto gibt')).toBeVisible();

  const link = pathFrom(findLink(await waitForMail(request, person.email, /Passwort/), '/reset-password'));
  await page.goto(link);
  const [newPassword, repeated] = [page.getByLabel('Neues Passwort', { exact: true }), page.getByLabel('wiederholen')];
  await newPassword.fill('abc');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await expect(
    page.getByText('Das Passwort muss mindestens 6 Zeichen lang sein. Es fehlt ein Großbuchstabe.'),
  ).toBeVisible();
  await newPassword.fill('Saumzugabe-3cm');
  await repeated.fill('Saumzugabe-3cm');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await expect(page.getByRole('heading', { name: 'Dein Passwort ist geändert' })).toBeVisible();
  await expect(page).toHaveURL('/login');

  await otherDevice.reload();
  await expect(otherDevice).toHaveURL('/auth?from=%2Fdownloads');
  const signInStatus = async (data: { password: string }) =>
    (await request.post('/api/auth/login', { data: { email: person.email, ...data } })).status();
  expect([await signInStatus(person), await signInStatus({ password: 'Saumzugabe-3cm' })]).toEqual([401, 200]);
});

test('the screens for a forgotten password and for an invalid link have no accessibility violations', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/^400 GET \/api\/password-reset\/validate\/broken$/);
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(page.getByText('Bitte gib deine E-Mail-Adresse ein')).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.goto('/verify-email');
  await expectAccessible(page, ['light']);
  await page.goto('/reset-password?token=broken');
  await expect(page.getByText('Dieser Link ist ungültig oder abgelaufen.')).toBeVisible();
  await expectAccessible(page, ['dark']);
});

test('two tabs together send one session refresh, and a sign-out in one tab signs out the other tab', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, await registerPerson(request, 'en'), '/en/downloads');
  const second = await context.newPage();
  await second.goto('/en/profile');
  await expect(second.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();

  const refreshes: string[] = [];
  context.on('request', (sent) => {
    if (sent.url().endsWith('/api/auth/refresh')) refreshes.push(sent.url());
  });
  await page.evaluate(() => localStorage.setItem('token_expires_at', '0'));
  await Promise.all([page.reload(), second.reload()]);
  for (const tab of [page, second]) await expect(tab.getByRole('button', { name: '’s menu' })).toBeVisible();
  expect(refreshes).toHaveLength(1);

  await page.getByRole('button', { name: '’s menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(second).toHaveURL('/en/login?from=%2Fen%2Fprofile');
  expect(
    await second.evaluate(() =>
      ['access_token', 'auth_token', 'refresh_token', 'token_expires_at'].map((key) => localStorage.getItem(key)),
    ),
  ).toEqual([null, null, null, null]);
});

test('the administration redirects visitors to the sign-in and users who are not administrators to the home page', async ({
  page,
  request,
}) => {
  await page.goto('/en/admin');
  await expect(page).toHaveURL('/en/auth?from=%2Fen%2Fadmin');
  const { email, password } = await registerPerson(request, 'en');
  await page.getByLabel(/^Email address/).fill(email);
  await passwordField(page).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/en');
});

/** The path and query of a link in a mail. */
function pathFrom(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
