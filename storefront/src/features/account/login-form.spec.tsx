import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, playApi } from '../../../test/screen';
import { LoginForm } from './login-form';

async function signIn(answer: { status: number; code: string; message: string }, language: 'de' | 'en' = 'en') {
  playApi({ '/api/auth/login': () => ({ status: answer.status, error: answer }) });
  await openScreen(<LoginForm />, { language });
  const german = language === 'de';
  await userEvent.type(screen.getByLabelText(german ? 'E-Mail-Adresse' : 'Email address'), 'lina@example.com');
  await userEvent.type(screen.getByLabelText(german ? 'Passwort' : 'Password'), 'Passwort1');
  await userEvent.click(screen.getByRole('button', { name: german ? 'Anmelden' : 'Sign in' }));
  return (await screen.findByRole('alert')).textContent;
}

it('shows the title “Login Failed” and the reason', async () => {
  expect(await signIn({ status: 401, code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })).toBe(
    'Login FailedInvalid email or password',
  );
});

it('shows the server’s message on English screens when the storefront has no text for the error', async () => {
  const locked = { status: 423, code: 'LOCKED', message: 'This account is locked.' };
  expect(await signIn(locked)).toBe('Login FailedThis account is locked.');
});

it('shows a German message on German screens', async () => {
  const locked = { status: 423, code: 'LOCKED', message: 'This account is locked.' };
  expect(await signIn(locked, 'de')).toMatch(/^Anmeldung fehlgeschlagenDie Anmeldung hat nicht geklappt/);
});

it('links to the form for a forgotten password', async () => {
  playApi({});
  await openScreen(<LoginForm />);
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/en/forgot-password');
});
