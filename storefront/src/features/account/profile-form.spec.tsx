import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { lina, openScreen, fakeApi } from '../../../test/screen';
import { ProfileForm } from './profile-form';

const retype = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text) await userEvent.type(screen.getByLabelText(label), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const user = { ...lina, first_name: 'Lina', last_name: 'Faden' };

async function openForm(respond: Parameters<typeof fakeApi>[0][string]) {
  const calls = fakeApi({ '/api/auth/profile': respond });
  await openScreen(<ProfileForm user={user} />);
  return calls;
}

it('the profile form sends only the changed values, trimmed, and confirms that they are saved', async () => {
  const calls = await openForm(() => ({ data: { ...user, username: 'lina-2', last_name: null } }));
  await retype('Username', '  lina-2 ');
  await retype('Last name (optional)', '');
  await save();
  expect(await screen.findByText('Your changes have been saved.')).toBeTruthy();
  expect(calls).toEqual([{ path: '/api/auth/profile', method: 'PUT', body: { username: 'lina-2', last_name: '' } }]);
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('lina-2');
});

it('the profile form sends no request when nothing has changed', async () => {
  const calls = await openForm(() => ({ data: user }));
  await retype('Display name', ' Lina ');
  await save();
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  expect(calls).toEqual([]);
});

it('the profile form refuses a user name that is too short or contains invalid characters', async () => {
  const calls = await openForm(() => ({ data: user }));
  await retype('Username', 'li');
  await save();
  expect(await screen.findByText('Username must be at least 3 characters long')).toBeTruthy();
  await retype('Username', 'li na');
  await save();
  expect(await screen.findByText(/only contain letters, numbers, hyphens, and underscores/)).toBeTruthy();
  expect(calls).toEqual([]);
});

it('the profile form shows under the user name that the name is taken, and focuses its field', async () => {
  await openForm(() => ({ status: 409, error: { code: 'USERNAME_TAKEN', message: 'taken' } }));
  await retype('Username', 'mara');
  await save();
  expect(await screen.findByText('This username is already taken.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
});

it('the profile form keeps the input when saving fails', async () => {
  await openForm(() => ({ status: 500, error: { code: 'INTERNAL', message: 'oh' } }));
  await retype('Display name', 'Mara');
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('Profile update failed');
  expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe('Mara');
});
