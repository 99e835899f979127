import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { PasswordForm } from './password-form';

async function changePassword(
  values: { current: string; next: string; confirmation?: string },
  status = 200,
  error?: object,
) {
  const calls = fakeApi({
    '/api/auth/change-password': () => ({ status, data: { message: 'ok' }, error: error as never }),
  });
  await openScreen(<PasswordForm email="lina@example.com" />);
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await userEvent.clear(field);
    if (text) await userEvent.type(field, text);
  };
  const submit = async ({ current, next, confirmation = next }: typeof values) => {
    await type('Current password', current);
    await type('New password', next);
    await type('Confirm new password', confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  };
  await submit(values);
  return { calls, submit };
}

it('the password form shows a message for each broken rule', async () => {
  const { calls, submit } = await changePassword({ current: '', next: 'kurz', confirmation: 'anders' });
  expect(await screen.findByText('Current password is required')).toBeTruthy();
  expect(screen.getByText('New password must be at least 8 characters long')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  await submit({ current: 'Passwort1', next: 'allesklein' });
  expect(
    await screen.findByText(
      'New password must contain at least one lowercase letter, one uppercase letter, and one number',
    ),
  ).toBeTruthy();
  await submit({ current: 'Passwort1', next: 'Passwort1' });
  expect(await screen.findByText('New password must be different from current password')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('the password form sends the old and the new password, confirms the change and empties its fields', async () => {
  const { calls } = await changePassword({ current: 'Passwort1', next: 'Passwort2' });
  expect(await screen.findByText('Your password has been changed.')).toBeTruthy();
  expect(calls[0]!.body).toEqual({ current_password: 'Passwort1', new_password: 'Passwort2' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Current password/).value).toBe('');
});

it('the password form shows under the field of the current password that it is wrong', async () => {
  await changePassword({ current: 'Passwort0', next: 'Passwort2' }, 400, { code: 'WRONG_PASSWORD', message: 'wrong' });
  expect(await screen.findByText('Your current password is not correct.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the password form shows under the field of the new password that it is too common', async () => {
  const details = [{ field: 'new_password', message: 'common' }];
  await changePassword({ current: 'Passwort0', next: 'Passwort2' }, 400, {
    code: 'VALIDATION_FAILED',
    message: 'x',
    details,
  });
  expect(await screen.findByText('This password is too easy to guess. Please choose a different one.')).toBeTruthy();
});

it('the password form shows a general message when the server gives no reason', async () => {
  await changePassword({ current: 'Passwort0', next: 'Passwort2' }, 500, { code: 'INTERNAL', message: 'oh' });
  expect((await screen.findByRole('alert')).textContent).toBe('Password change failed');
});
