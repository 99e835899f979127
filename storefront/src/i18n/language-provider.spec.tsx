import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { lina, openScreen, fakeApi, switchLanguage } from '../../test/screen';
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

/** Fills in and submits the form. The fake API responds to every request with 404, so the form shows an error. */
function submitForm() {
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

/** @returns the text of an alert without its title */
const alertText = (alert: HTMLElement) => (alert.querySelector('p') ?? alert).textContent;
const noop = () => undefined;
const submitDeletion = () => {
  fireEvent.click(screen.getByRole('button', { name: /^Delete my account/ }));
  submitForm();
};
const importInvalidFile = () =>
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [new File(['x'], 'x.json')] } });

it.each<[string, ReactElement, () => void]>([
  ['sign-in', <LoginForm key="" />, submitForm],
  ['registration', <RegisterForm key="" />, submitForm],
  ['forgotten password', <ForgotForm key="" onSent={noop} />, submitForm],
  ['new password', <ResetForm key="" token="t" onDone={noop} onDeadLink={noop} />, submitForm],
  ['password change', <PasswordForm key="" email="lina@example.com" />, submitForm],
  ['profile', <ProfileForm key="" user={lina} />, submitForm],
  ['deletion', <DeletionForm key="" onRequested={async () => undefined} />, submitDeletion],
  ['newsletter', <NewsletterBox key="" />, submitForm],
  ['preferences', <BackupSection key="" save={noop} />, importInvalidFile],
])('a language switch translates the shown error of the form for %s', async (_name, form, causeError) => {
  fakeApi({});
  await openScreen(form);
  causeError();
  const english = alertText(await screen.findByRole('alert'));
  await switchLanguage('de');
  const german = alertText(screen.getByRole('alert'));
  expect(german).not.toBe(english);
  expect(german).toMatch(/\b(nicht|bitte|hat|gibt|keine)\b/i);
});

it('a language switch translates the shown error of a field', async () => {
  fakeApi({});
  await openScreen(<ResetForm token="t" onDone={noop} onDeadLink={noop} />);
  fireEvent.change(document.querySelector('input')!, { target: { value: 'abc' } });
  fireEvent.submit(document.querySelector('form')!);
  const english = (await screen.findByText(/6 characters.*one number/)).textContent;
  expect(english).not.toMatch(/auth:/);
  await switchLanguage('de');
  expect(screen.getByText(/6 Zeichen.*Großbuchstabe.*Ziffer/).textContent).not.toMatch(/auth:/);
  expect(screen.getByText(/stimmen nicht überein/)).toBeTruthy();
});
