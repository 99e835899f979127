import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { LoginForm } from './login-form';

/** Tries to sign in. The server responds with `error`. @returns the text of the alert */
async function failSignIn(error: { status: number; code: string; message: string }, language: 'de' | 'en' = 'en') {
  fakeApi({ '/api/auth/login': () => ({ status: error.status, error }) });
  await openScreen(<LoginForm />, { language });
  const german = language === 'de';
  await userEvent.type(screen.getByLabelText(german ? 'E-Mail-Adresse' : 'Email address'), 'lina@example.com');
  await userEvent.type(screen.getByLabelText(german ? 'Passwort' : 'Password'), 'Passwort1');
  await userEvent.click(screen.getByRole('button', { name: german ? 'Anmelden' : 'Sign in' }));
  return (await screen.findByRole('alert')).textContent;
}

it('the sign-in form shows the title “Login Failed” and the reason when the sign-in fails', async () => {
  expect(await failSignIn({ status: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })).toBe(
    'Login FailedInvalid email or password',
  );
});

it('the sign-in form shows the server’s message on English screens when it has no text for the error', async () => {
  const locked = { status: 423, code: 'LOCKED', message: 'This account is locked.' };
  expect(await failSignIn(locked)).toBe('Login FailedThis account is locked.');
});

it('the sign-in form shows a general German message on German screens when it has no text for the error', async () => {
  const locked = { status: 423, code: 'LOCKED', message: 'This account is locked.' };
  expect(await failSignIn(locked, 'de')).toMatch(/^Anmeldung fehlgeschlagenDie Anmeldung hat nicht geklappt/);
});

it('the sign-in form links to the form for a forgotten password', async () => {
  fakeApi({});
  await openScreen(<LoginForm />);
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/en/forgot-password');
});
