import { expectAccessible } from './support/accessibility.ts';
import { DEMO_ADMIN, signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the second-factor setup and the suspension form fit on a phone 320 pixels wide', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const person = await registerPerson(request);
  await signInByApi(page, person, '/profile?tab=security');
  const expectToFit = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expect(page.getByText('dieses Gerät')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(person.password);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('img', { name: /^QR-Code/ })).toBeVisible();
  await expectToFit();
  await expectAccessible(page, ['light']);

  await signInByApi(page, DEMO_ADMIN, `/admin?search=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: `offen – Zugang von ${person.username}` }).click();
  await expect(page.getByLabel('Tatsachen und Gründe')).toBeVisible();
  await expectToFit();
  await expectAccessible(page, ['light']);
});
