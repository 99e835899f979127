import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { Page as DeleteAccount } from '../../pages/account/delete-account-page';
import { Page as Newsletter } from '../../pages/help/newsletter-page';

const token = 'q3Jm0rX9vT2bKc7WnLh5sDfYg1aEoPzU8iRxB6tMw4k';
const refused = (status: number, code: string) => ({ status, error: { code, message: code } });
const openLink = (at: string) =>
  at.startsWith('/newsletter')
    ? openScreen(<Newsletter />, { at, path: '/newsletter/:step' })
    : openScreen(<DeleteAccount />, { at, path: '/delete-account/:step' });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

it('a page that a mailed link opens sends one request, after the user has clicked its button', async () => {
  const calls = fakeApi({
    '/api/gdpr/delete/confirm': () => ({ data: { state: 'requested', erasesAt: '2026-11-28T12:00:00.000Z' } }),
  });
  await openLink(`/delete-account/confirm?token=${token}`);
  await heading('Really delete your account?');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await click('Delete my account');
  const done = await heading(/^Your account will be deleted on 28 November 2026/);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([
    { path: '/api/gdpr/delete/confirm', method: 'POST', body: { token } },
  ]);
  expect(document.activeElement?.contains(done)).toBe(true);
});

it.each([
  ['/newsletter/confirm', '/api/newsletter/confirm', 'Subscribe to the newsletter', /valid for 24 hours/],
  ['/delete-account/confirm', '/api/gdpr/delete/confirm', 'Delete my account', /valid for an hour/],
])('%s shows that the link has expired and how to get a new one', async (path, endpoint, button, text) => {
  fakeApi({ [endpoint]: () => refused(400, 'TOKEN_EXPIRED') });
  await openLink(`${path}?token=${token}`);
  await click(button);
  await heading('This link has expired');
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('/delete-account/undo shows that the deletion can no longer be cancelled', async () => {
  fakeApi({ '/api/gdpr/delete/undo': () => refused(409, 'DELETION_BEGUN') });
  await openLink(`/delete-account/undo?token=${token}`);
  await click('Keep my account');
  expect(await heading('It is too late for that')).toBeTruthy();
});

it('/newsletter/unsubscribe shows an error and keeps the button when the request fails', async () => {
  let requests = 0;
  fakeApi({
    '/api/newsletter/unsubscribe': () => ((requests += 1) === 1 ? refused(503, 'UNAVAILABLE') : { data: {} }),
  });
  await openLink(`/newsletter/unsubscribe?token=${token}`);
  await click('Unsubscribe');
  expect(await screen.findByRole('alert')).toBeTruthy();
  await click('Unsubscribe');
  await heading('You have unsubscribed');
});

it.each([
  ['/newsletter/confirm', 'broken'],
  ['/newsletter/unsubscribe', `${token}x`],
  ['/delete-account/confirm', token.slice(1)],
  ['/delete-account/undo', `${token.slice(1)}.`],
])('%s?token=%s shows an error without a request', async (path, malformed) => {
  fakeApi({});
  await openLink(`${path}?token=${malformed}`);
  expect(await heading('This link is not valid')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
