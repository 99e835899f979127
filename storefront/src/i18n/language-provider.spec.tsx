import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { lina, openScreen, playApi, switchLanguage } from '../../test/screen';
import { ForgotForm } from '../features/account/forgot-form';
import { LoginForm } from '../features/account/login-form';
import { PasswordForm } from '../features/account/password-form';
import { ProfileForm } from '../features/account/profile-form';
import { RegisterForm } from '../features/account/register-form';
import { ResetForm } from '../features/account/reset-form';
import { NewsletterBox } from '../features/newsletter/newsletter-box';
import { BackupSection } from '../features/preferences/backup-section';
import { DeletionForm } from '../features/privacy/deletion-form';

const passwords = ['Altes1Wort', 'Neues1Wort', 'Neues1Wort'];

/** Fills in what the form takes, and sends it off to a server that refuses everything. */
function send() {
  const form = document.querySelector('form')!;
  const fill = (selector: string, value: (index: number) => string) =>
    form.querySelectorAll(selector).forEach((field, index) => {
      fireEvent.change(field, { target: { value: value(index) } });
    });
  fill('input[type="email"]:not([hidden])', () => 'lina@example.com');
  fill('input:not([type])', (index) => `lina${index}`);
  const count = form.querySelectorAll('input[type="password"]').length;
  fill('input[type="password"]', (index) => passwords[3 - count + index]!);
  fireEvent.submit(form);
}

/** Without the title. */
const said = (alert: HTMLElement) => (alert.querySelector('p') ?? alert).textContent;
const none = () => undefined;
const deletion = () => {
  fireEvent.click(screen.getByRole('button', { name: /^Delete my account/ }));
  send();
};
const wrongFile = () =>
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [new File(['x'], 'x.json')] } });

it.each<[string, ReactElement, () => void]>([
  ['sign-in', <LoginForm key="" />, send],
  ['registration', <RegisterForm key="" />, send],
  ['forgotten password', <ForgotForm key="" onSent={none} />, send],
  ['new password', <ResetForm key="" token="t" onDone={none} onDeadLink={none} />, send],
  ['other password', <PasswordForm key="" email="lina@example.com" />, send],
  ['names', <ProfileForm key="" user={lina} />, send],
  ['deletion', <DeletionForm key="" onRequested={async () => undefined} />, deletion],
  ['newsletter', <NewsletterBox key="" />, send],
  ['preferences', <BackupSection key="" save={none} />, wrongFile],
])('an error message follows a switch of the language: %s', async (_name, form, fail) => {
  playApi({});
  await openScreen(form);
  fail();
  const english = said(await screen.findByRole('alert'));
  await switchLanguage('de');
  const german = said(screen.getByRole('alert'));
  expect(german).not.toBe(english);
  expect(german).toMatch(/\b(nicht|bitte|hat|gibt|keine)\b/i);
});

it('so does the message of a field', async () => {
  playApi({});
  await openScreen(<ResetForm token="t" onDone={none} onDeadLink={none} />);
  fireEvent.change(document.querySelector('input')!, { target: { value: 'abc' } });
  fireEvent.submit(document.querySelector('form')!);
  const english = (await screen.findByText(/6 characters.*one number/)).textContent;
  expect(english).not.toMatch(/auth:/);
  await switchLanguage('de');
  expect(screen.getByText(/6 Zeichen.*Großbuchstabe.*Ziffer/).textContent).not.toMatch(/auth:/);
  expect(screen.getByText(/stimmen nicht überein/)).toBeTruthy();
});
