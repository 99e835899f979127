import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, fakeApi, session } from '../../../test/screen';
import { RegisterForm } from './register-form';

const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
};

it('the registration form shows a message under each invalid field', async () => {
  const calls = fakeApi({});
  await openScreen(<RegisterForm />);
  await fill({ Email: 'lina', Username: 'li', Password: 'kurz', Confirm: 'anders' });
  expect(screen.getByText('Please enter a valid email address')).toBeTruthy();
  expect(screen.getByText('Username must be at least 3 characters long')).toBeTruthy();
  expect(screen.getByText('Password must be at least 8 characters long')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(calls).toHaveLength(0);
});

it('the registration form refuses weak passwords and invalid user names', async () => {
  fakeApi({});
  await openScreen(<RegisterForm />);
  await fill({ Email: 'lina@example.com', Username: 'li na', Password: 'allesklein', Confirm: 'allesklein' });
  expect(screen.getByText('Username can only contain letters, numbers, hyphens, and underscores')).toBeTruthy();
  expect(
    screen.getByText('Password must contain at least one lowercase letter, one uppercase letter, and one number'),
  ).toBeTruthy();
});

it('the registration form sends the user name for an empty display name, and omits empty first and last names', async () => {
  const calls = fakeApi({ '/api/auth/register': () => ({ data: session() }) });
  await openScreen(<RegisterForm />);
  await fill({ Email: 'lina@example.com', Username: 'lina', Password: 'Passwort1', Confirm: 'Passwort1' });
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({
      email: 'lina@example.com',
      password: 'Passwort1',
      username: 'lina',
      name: 'lina',
      language: 'en',
    }),
  );
});

it('the registration form shows above its fields and under the address that the address has an account', async () => {
  fakeApi({ '/api/auth/register': () => ({ status: 409, error: { code: 'EMAIL_TAKEN', message: 'taken' } }) });
  await openScreen(<RegisterForm />);
  await fill({ Email: 'lina@example.com', Username: 'lina', Password: 'Passwort1', Confirm: 'Passwort1' });
  expect(await screen.findAllByText('An account with this email address already exists.')).toHaveLength(2);
});
