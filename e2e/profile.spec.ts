import { expectAccessible } from './support/accessibility.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { DEMO_BUYER, signInByApi, signIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** The API responds with 404 by design when a user has no archive. */
const noArchiveYet = /^404 GET \/api\/gdpr\/export\/status$/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a user changes the user name and the display name', async ({ page, request, browserErrors }) => {
  browserErrors.allow(/^409 PUT \/api\/auth\/profile$/);
  const person = await registerPerson(request);
  await signInByApi(page, person, '/profile');
  const save = page.getByRole('button', { name: 'Änderungen speichern' });
  await save.click();
  await expect(page.getByText('Es gibt keine Änderungen zu speichern')).toBeVisible();

  await page.getByLabel('Benutzername').fill(DEMO_BUYER.username);
  await save.click();
  await expect(page.getByText('Dieser Benutzername ist schon vergeben.')).toBeVisible();
  await expect(page.getByLabel('Benutzername')).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);

  await page.getByLabel('Benutzername').fill(` ${person.username}-2 `);
  await page.getByLabel('Anzeigename').fill('Änne Brandt');
  await save.click();
  await expect(page.getByText('Deine Änderungen sind gespeichert.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menü von Änne Brandt' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('ÄB', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Benutzername')).toHaveValue(`${person.username}-2`);
});

test('a new password ends all other sessions of the user but not the current one', async ({
  page,
  request,
  anotherVisitor,
  browserErrors,
}) => {
  browserErrors.allow(
    /^400 POST \/api\/auth\/change-password$/,
    /^401 (POST \/api\/auth\/refresh|GET \/api\/auth\/profile)$/,
  );
  const person = await registerPerson(request, 'en');
  const otherDevice = await anotherVisitor();
  await signIn(otherDevice, person, '/en/downloads');
  await signIn(page, person, '/en/profile?tab=password');
  const current = page.getByLabel('Current password');
  const changePassword = async (old: string, next: string) => {
    await current.fill(old);
    await page.getByLabel(/^New password/).fill(next);
    await page.getByLabel('Confirm new password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await changePassword(person.password, person.password);
  await expect(page.getByText('New password must be different from current password')).toBeVisible();
  await changePassword('Wrong-password-1', 'Saumzugabe-3cm');
  await expect(page.getByText('Your current password is not correct.')).toBeVisible();
  await expect(current).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);
  await changePassword(person.password, 'Saumzugabe-3cm');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await otherDevice.reload();
  await expect(otherDevice).toHaveURL('/en/auth?from=%2Fen%2Fdownloads');
});

test('each tab of the account has a URL, and the keyboard moves between the tabs', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(noArchiveYet);
  await signInByApi(page, await registerPerson(request), '/profile');
  await expect(page.getByRole('tab', { name: 'Profil' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Profil' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL('/profile?tab=password');
  await page.getByRole('tab', { name: 'Einstellungen' }).click();
  await expect(page).toHaveURL('/profile?tab=preferences');
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Aktuelles Passwort')).toBeVisible();
  await page.goto('/profile?tab=privacy');
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Meine Einkäufe' }).click();
  await expect(page).toHaveURL('/downloads');
});

test('the studio requires a verified address, and an open page shows when another tab has verified the address', async ({
  page,
  context,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^429 POST \/api\/auth\/resend-verification$/, /^404 GET \/api\/users\/designer$/);
  const person = await registerPerson(request, 'en');
  await signInByApi(page, person, '/en/studio');
  await expect(page.getByRole('heading', { level: 1, name: 'Email Verification Required' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('link', { name: 'Go to my profile' }).click();
  await page.getByRole('button', { name: 'Resend Email' }).click();
  await expect(page.getByText('An email is already on its way.')).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);

  const { pathname, search } = new URL(
    findLink(await waitForMail(request, person.email, /confirm/i), '/en/verify-email'),
  );
  const second = await context.newPage();
  await second.goto(pathname + search);
  await expect(second.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await second.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend Email' })).toHaveCount(0);
  await page.goto('/en/studio');
  await expect(page.getByRole('heading', { name: 'Email Verification Required' })).toHaveCount(0);
});
