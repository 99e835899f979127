import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** The API responds with 404 by design when a user has no archive. */
const noArchiveYet = /^404 GET \/api\/gdpr\/export\/status$/;

/** The path and query of a link in a mail. */
const pathFrom = (link: string) => new URL(link).pathname + new URL(link).search;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a user gives and revokes a consent with one click each, and the history and the log show both', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(noArchiveYet);
  await signInByApi(page, await registerPerson(request), '/profile?tab=privacy');
  const consents = section(page, 'Einwilligungen');
  const news = consents.getByRole('listitem').filter({ hasText: 'Neuigkeiten per E-Mail' }).first();
  await expect(news).toContainText('Nicht erteilt');
  await news.getByRole('button', { name: 'Einwilligen Neuigkeiten per E-Mail' }).click();
  await expect(news).toContainText(/Erteilt am \d+\. \S+ \d{4}/);
  await news.getByRole('button', { name: 'Widerrufen Neuigkeiten per E-Mail' }).click();
  await expect(news).toContainText('Widerrufen am');
  await expect(news.getByRole('button')).toBeFocused();
  await consents.getByText('Verlauf (2)').click();
  await expect(consents.getByRole('listitem').filter({ hasText: 'Fassung' })).toContainText([
    'Neuigkeiten per E-Mail: widerrufen',
    'Neuigkeiten per E-Mail: erteilt',
  ]);
  await expect(section(page, 'Was in deinem Konto geschehen ist').getByRole('listitem')).toContainText([
    /Einwilligung widerrufen: Neuigkeiten per E-Mail.*durch dich/,
    /Einwilligung erteilt: Neuigkeiten per E-Mail.*durch dich/,
  ]);
  await expectAccessible(page, ['light', 'dark', 'contrast']);
});

test('a user requests the archive of their data and downloads it as a ZIP file', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(noArchiveYet);
  const person = await registerPerson(request, 'en');
  await signInByApi(page, person, '/en/profile?tab=privacy');
  const data = section(page, 'My data');
  await data.getByRole('button', { name: 'Request the archive' }).click();
  await expect(data.getByText(/put together|is ready/)).toBeVisible();
  const button = data.getByRole('button', { name: /^Download the archive \(\d+ (kB|MB)\)$/ });
  await expect(button).toBeVisible({ timeout: 30_000 });
  await expect(data).toContainText('You can request the next archive from');
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^My data \d{4}-\d\d-\d\d\.zip$/);
  expect(readFileSync(await download.path()).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  await expectAccessible(page, ['light', 'dark']);

  await page.goto(pathFrom(findLink(await waitForMail(request, person.email, /your data/i), '/en/profile')));
  await expect(button).toBeVisible();
});

test('the links in the mails lead to buttons that confirm and cancel the deletion of an account', async ({
  page,
  request,
  browserErrors,
  anotherVisitor,
}) => {
  browserErrors.allow(noArchiveYet, /^400 POST \/api\/gdpr\/delete\/confirm$/);
  const person = await registerPerson(request);
  await signInByApi(page, person, '/profile?tab=privacy');
  const deletion = section(page, 'Konto löschen');
  await deletion.getByRole('button', { name: 'Konto löschen …' }).click();
  await deletion.getByRole('button', { name: 'Lieber per E-Mail bestätigen' }).click();
  await expect(deletion.getByText(`Wir haben dir eine E-Mail an ${person.email} geschickt`)).toBeVisible();

  const confirmationPath = pathFrom(
    findLink(await waitForMail(request, person.email, /Bestätige.*löschen/), '/delete-account/confirm'),
  );
  const mailbox = await anotherVisitor();
  await mailbox.goto(confirmationPath);
  await expect(mailbox.getByRole('heading', { level: 1, name: 'Konto wirklich löschen?' })).toBeVisible();
  await page.reload();
  await expect(deletion.getByRole('button', { name: 'Konto löschen …' })).toBeVisible();

  const due = mailbox.getByRole('heading', { level: 1, name: /^Dein Konto wird am .+ gelöscht$/ });
  const confirmed = mailbox.waitForResponse('**/api/gdpr/delete/confirm');
  await mailbox.getByRole('button', { name: 'Konto löschen' }).click();
  expect((await confirmed).status()).toBe(200);
  await expect(due).toBeVisible();
  // The confirmation in a browser without a session has ended every session of the account.
  await signInByApi(page, person, '/profile?tab=privacy');
  await expect(deletion.getByRole('heading', { name: /^Dein Konto wird am .+ gelöscht$/ })).toBeVisible();

  await mailbox.goto(
    pathFrom(findLink(await waitForMail(request, person.email, /wird gelöscht/), '/delete-account/undo')),
  );
  await mailbox.getByRole('button', { name: 'Konto behalten' }).click();
  await expect(mailbox.getByRole('heading', { level: 1, name: 'Dein Konto bleibt' })).toBeVisible();
  await page.reload();
  await expect(deletion.getByRole('button', { name: 'Konto löschen …' })).toBeVisible();

  await mailbox.goto(confirmationPath);
  await mailbox.getByRole('button', { name: 'Konto löschen' }).click();
  await expect(mailbox.getByRole('heading', { level: 1, name: 'Dieser Link ist ungültig' })).toBeVisible();
});

test('the confirm and undo pages of a deletion have no accessibility violations, and an unknown path shows the 404 page', async ({
  page,
}) => {
  for (const { path, title } of [
    { path: `/delete-account/confirm?token=${'x'.repeat(43)}`, title: 'Konto wirklich löschen?' },
    { path: '/en/delete-account/undo', title: 'This link is not valid' },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessible(page, ['light', 'dark']);
  }
  await page.goto('/delete-account/elsewhere');
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible();
});

test('a user with the right password requests the deletion of the account and cancels it, and the log shows both steps', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(noArchiveYet, /^400 POST \/api\/gdpr\/delete$/);
  const person = await registerPerson(request, 'en');
  await signInByApi(page, person, '/en/profile?tab=privacy');
  const deletion = section(page, 'Delete my account');
  await deletion.getByRole('button', { name: 'Delete my account …' }).click();
  const password = deletion.getByLabel('Your password');
  await expect(password).toBeFocused();
  await password.fill('Wrong-password-1');
  await password.press('Enter');
  await expect(deletion.getByText('This password is not correct.')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(person.password);
  await password.press('Enter');
  await expect(deletion.getByRole('heading', { name: /^Your account will be deleted on / })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await deletion.getByRole('button', { name: 'Keep my account' }).click();
  await expect(deletion.getByText('Your account stays, with everything in it.')).toBeVisible();
  await expect(section(page, 'What happened in your account').getByRole('listitem')).toContainText([
    'Deletion of the account undone',
    'Deletion of the account requested',
  ]);
});

test('the privacy policy has a version and links to its sections, in both languages', async ({ page }) => {
  for (const { path, title, version, rights, browser } of [
    {
      path: '/privacy',
      title: 'Datenschutzerklärung',
      version: /^Fassung \S+, gültig ab /,
      rights: 'Deine Rechte',
      browser: 'Speicher in deinem Browser',
    },
    {
      path: '/en/privacy',
      title: 'Privacy policy',
      version: /^Version \S+, valid from /,
      rights: 'Your rights',
      browser: 'Storage in your browser',
    },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: version })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: rights }).click();
    await expect(page.getByRole('heading', { name: rights })).toBeInViewport();
    await expect(page).toHaveURL(`${path}#rights`);
    await page.goto('about:blank');
    await page.goto(`${path}#storage`);
    await expect(page.getByRole('heading', { name: browser })).toBeInViewport();
  }
  await expectAccessible(page, ['light', 'dark']);
});
