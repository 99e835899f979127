import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen, playApi } from '../../../test/screen';
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

it('sends nothing until the click, and then exactly one request', async () => {
  const calls = playApi({
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
])('shows on %s that the link has expired and how to get another', async (path, call, button, words) => {
  playApi({ [call]: () => refused(400, 'TOKEN_EXPIRED') });
  await openLink(`${path}?token=${token}`);
  await click(button);
  await heading('This link has expired');
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows that it is too late when the erasure has begun', async () => {
  playApi({ '/api/gdpr/delete/undo': () => refused(409, 'DELETION_BEGUN') });
  await openLink(`/delete-account/undo?token=${token}`);
  await click('Keep my account');
  expect(await heading('It is too late for that')).toBeTruthy();
});

it('keeps its button when the request fails, and a second click works', async () => {
  let requests = 0;
  playApi({
    '/api/newsletter/unsubscribe': () => ((requests += 1) === 1 ? refused(503, 'UNAVAILABLE') : { data: {} }),
  });
  await openLink(`/newsletter/unsubscribe?token=${token}`);
  await click('Unsubscribe');
  expect(await screen.findByRole('alert')).toBeTruthy();
  await click('Unsubscribe');
  await heading('You are unsubscribed');
});

it.each([
  ['/newsletter/confirm', 'broken'],
  ['/newsletter/unsubscribe', `${token}x`],
  ['/delete-account/confirm', token.slice(1)],
  ['/delete-account/undo', `${token.slice(1)}.`],
])('shows for %s?token=%s at once that the link is broken, and sends no request', async (path, broken) => {
  playApi({});
  await openLink(`${path}?token=${broken}`);
  expect(await heading('This link is not valid')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
