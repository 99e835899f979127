import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { waitForMail } from './support/mailbox.ts';
import { DEMO_ADMIN, expectSignedIn, type Person, registerPerson, signIn, signInByApi } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * @param steps The value 0 gives the code of the current 30 seconds, 1 the code of the next 30 seconds. A test that has used
 * the current code needs the next code, because the shop accepts each code only once. The shop accepts the next code before
 * its 30 seconds begin.
 */
const createTotpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Signs in with the password. Then enters a wrong code and, after its error, the code of the next 30 seconds. */
async function signInWithCode(page: Page, { email, password }: Person, secret: string): Promise<void> {
  const form = page.locator('form');
  await page.getByLabel(/^E-Mail-Adresse/).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Noch ein Schritt' })).toBeVisible();
  await expect(page.getByLabel('Code aus der App')).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByLabel('Code aus der App').fill('000000');
  await form.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText(/^Der Code stimmt nicht/)).toBeVisible();
  await page.getByLabel('Code aus der App').fill(createTotpCode(secret, 1));
  await form.getByRole('button', { name: 'Anmelden' }).click();
}

/** Starts the setup of a second factor in the form. @returns the TOTP secret */
async function startSetup(page: Page, password: string) {
  await page.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(password);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('img', { name: /^QR-Code/ })).toBeVisible();
  return (await page.locator('code').first().textContent())!;
}

test('a user sets up a second factor, signs in with it, and switches it off with a recovery code', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(
    /^400 POST \/api\/auth\/second-factor\/(setup|confirm)$/,
    /^403 POST \/api\/auth\/login$/,
    /^401 POST \/api\/auth\/login\/second-factor$/,
  );
  const person = await registerPerson(request);
  await signInByApi(page, person, '/profile?tab=security');
  await page.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click();
  await page.getByLabel('Aktuelles Passwort').fill('Falsches-Passwort-1');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Dein aktuelles Passwort stimmt nicht.')).toBeVisible();
  await page.getByRole('button', { name: 'Abbrechen' }).click();

  const secret = await startSetup(page, person.password);
  await expectAccessible(page, ['light', 'dark']);
  await page.getByLabel('Code aus der App').fill('000000');
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await expect(page.getByText(/^Der Code stimmt nicht/)).toBeVisible();
  await page.getByLabel('Code aus der App').fill(createTotpCode(secret));
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await expect(page.getByRole('heading', { name: 'Deine Wiederherstellungscodes' })).toBeFocused();
  const codes = await page
    .getByRole('list', { name: 'Deine Wiederherstellungscodes' })
    .locator('code')
    .allTextContents();
  expect(codes).toHaveLength(10);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Als Datei speichern' }).click();
  expect((await saved).suggestedFilename()).toBe('wiederherstellungscodes.txt');
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('button', { name: 'Ich habe sie sicher aufbewahrt' }).click();
  await expect(page.getByText('Noch 10 unbenutzte Wiederherstellungscodes.')).toBeVisible();

  await page.getByRole('button', { name: /^Menü von/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('button', { name: /^Menü von/ })).toHaveCount(0);
  await page.goto('/login?from=%2Fprofile%3Ftab%3Dsecurity');
  await signInWithCode(page, person, secret);
  await expect(page).toHaveURL('/profile?tab=security');
  await expectSignedIn(page);

  await page.getByRole('button', { name: 'Ausschalten' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(person.password);
  await page.getByLabel('Code aus der App oder Wiederherstellungscode').fill(codes[0]!);
  await page.getByRole('button', { name: 'Ausschalten' }).click();
  await expect(page.getByRole('button', { name: 'Zweiten Faktor einrichten' })).toBeVisible();
  await waitForMail(request, person.email, /Zweiter Faktor ausgeschaltet/);
});

test('a user ends all sessions except the current one', async ({ page, request, anotherVisitor, browserErrors }) => {
  browserErrors.allow(/^401 (POST \/api\/auth\/refresh|GET \/api\/auth\/profile)$/);
  const person = await registerPerson(request, 'en');
  const otherDevice = await anotherVisitor();
  await signIn(otherDevice, person, '/en/downloads');
  await signIn(page, person, '/en/profile?tab=security');
  const list = page.getByRole('list').filter({ hasText: 'this device' });
  await expect(list.getByRole('listitem').filter({ hasText: /Chrome on (Linux|Windows|macOS)/ })).toHaveCount(2);
  await expectAccessible(page, ['light', 'dark']);
  await list.getByRole('button', { name: /^End sign-in: Chrome/ }).click();
  await expect(page.getByText('Ended.')).toBeVisible();
  await otherDevice.reload();
  await expect(otherDevice).toHaveURL('/en/auth?from=%2Fen%2Fdownloads');
  // The session that the registration created is still active.
  await page.getByRole('button', { name: 'End all other sign-ins' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('an administrator states ground and reason, suspends an account and lifts the suspension', async ({
  page,
  request,
  anotherVisitor,
  browserErrors,
}) => {
  browserErrors.allow(/^403 POST \/api\/auth\/(login|refresh)$/, /^401 GET \/api\/auth\/profile$/);
  const person = await registerPerson(request);
  const suspended = await anotherVisitor();
  await signIn(suspended, person, '/downloads');
  await signInByApi(page, DEMO_ADMIN, `/admin?search=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: `offen – Zugang von ${person.username}` }).click();
  await page.getByRole('button', { name: 'Konto sperren' }).click();
  await expect(page.getByText('Bitte wähle die Grundlage.')).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByLabel('Grundlage').selectOption({ label: 'Nutzungsbedingungen' });
  await page.getByLabel('Norm oder Klausel').fill('Ziffer 7');
  await page.getByLabel('Tatsachen und Gründe').fill('Unter dem Konto wurden Kopien angeboten.');
  await page.getByRole('button', { name: 'Konto sperren' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Alle Anmeldungen enden sofort');
  await page.getByRole('button', { name: 'Ja, sperren' }).click();
  await expect(page.getByText(/^Gesperrt seit/)).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);

  await suspended.reload();
  await expect(suspended).toHaveURL('/auth?from=%2Fdownloads');
  await suspended.getByLabel(/^E-Mail-Adresse/).fill(person.email);
  await suspended.getByLabel('Passwort', { exact: true }).fill(person.password);
  await suspended.locator('form').getByRole('button', { name: 'Anmelden' }).click();
  await expect(suspended.getByText(/^Dieses Konto ist gesperrt/)).toBeVisible();
  const mail = await waitForMail(request, person.email, /gesperrt/);
  for (const text of ['Unter dem Konto wurden Kopien angeboten.', 'Ziffer 7']) expect(mail.text).toContain(text);

  await page.getByRole('button', { name: 'Sperre aufheben' }).click();
  await page.getByRole('button', { name: 'Ja, aufheben' }).click();
  await expect(page.getByText(`${person.username} kann sich wieder anmelden.`)).toBeVisible();
  await signIn(suspended, person, '/downloads');
  await page.getByRole('button', { name: 'Alle Anmeldungen beenden' }).click();
  await page.getByRole('button', { name: 'Ja, abmelden' }).click();
  await expect(page.getByText(/^\d Anmeldung(en)? beendet\.$/)).toBeVisible();
});
