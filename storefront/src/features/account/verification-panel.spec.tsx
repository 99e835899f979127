import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Refetchable, refetchAll, lina, openScreen, fakeApi } from '../../../test/screen';
import { storeTokens } from '../../api/tokens';
import { useSession } from '../../lib/session';
import { VerificationPanel } from './verification-panel';

beforeEach(() => storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }));

const status = (changes: object) => ({
  data: { isVerified: false, email: 'lina@example.com', verifiedAt: null, hasPendingToken: false, ...changes },
});
const unverified = { ...lina, is_verified: false, emailVerified: false };

const open = async (responses: Parameters<typeof fakeApi>[0]) => {
  const calls = fakeApi({ '/api/auth/profile': () => ({ data: unverified }), ...responses });
  await openScreen(<Refetchable screen={<VerificationPanel />} />);
  return calls;
};

it('the verification panel sends the verification mail, and then offers to send it again', async () => {
  let sent = false;
  const calls = await open({
    '/api/auth/verification-status': () => status({ hasPendingToken: sent }),
    '/api/auth/send-verification': () => {
      sent = true;
      return { data: {} };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send Verification Email' }));
  expect(await screen.findByText(/The email is on its way/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Resend Email' })).toBeTruthy();
  expect(calls.some(({ path }) => path === '/api/auth/resend-verification')).toBe(false);
});

it('the verification panel shows that a mail is on its way when the server refuses to send a second one (429)', async () => {
  await open({
    '/api/auth/verification-status': () => status({ hasPendingToken: true }),
    '/api/auth/resend-verification': () => ({ status: 429, error: { code: 'TOO_MANY_REQUESTS', message: 'wait' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Resend Email' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/already on its way/);
});

it('the verification panel offers a second link when the user opened the first link without signing in', async () => {
  const verified = { isVerified: true, verifiedAt: '2026-03-01T10:00:00.000Z', mailboxProven: false };
  const calls = await open({
    '/api/auth/verification-status': () => status(verified),
    '/api/auth/send-verification': () => ({ data: {} }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/The email is on its way/)).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/api/auth/send-verification')).toHaveLength(1);
});

it('the verification panel shows that the mail could not be sent', async () => {
  await open({
    '/api/auth/verification-status': () => status({}),
    '/api/auth/send-verification': () => ({ status: 500, error: { code: 'INTERNAL', message: 'oh' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send Verification Email' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send verification email. Please try again.');
});

it('the verification panel shows that the status failed to load, and loads it again after a click', async () => {
  let broken = true;
  await open({
    '/api/auth/verification-status': () =>
      broken ? { status: 500, error: { code: 'INTERNAL', message: 'oh' } } : status({ hasPendingToken: true }),
  });
  expect(await screen.findByText('Failed to load verification status')).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Resend Email' })).toBeTruthy();
});

it('the verification panel still offers to resend the mail when a refetch of the status fails', async () => {
  let broken = false;
  await open({
    '/api/auth/verification-status': () =>
      broken ? { status: 500, error: { code: 'INTERNAL', message: 'oh' } } : status({ hasPendingToken: true }),
  });
  await screen.findByRole('button', { name: 'Resend Email' });
  broken = true;
  await refetchAll();
  expect(screen.getByRole('button', { name: 'Resend Email' })).toBeTruthy();
});

it('the verification panel updates the whole page when the user has verified the address on another device', async () => {
  let verified = false;
  fakeApi({
    '/api/auth/profile': () => ({ data: verified ? lina : unverified }),
    '/api/auth/verification-status': () => {
      verified = true;
      return status({ isVerified: true, verifiedAt: '2026-03-01T10:00:00.000Z' });
    },
  });
  const Header = () => <p>{useSession().isEmailVerified ? 'known as verified' : 'not yet'}</p>;
  await openScreen(
    <>
      <Header />
      <VerificationPanel />
    </>,
  );
  expect(await screen.findByText('Your email address was verified on 1 March 2026.')).toBeTruthy();
  expect(await screen.findByText('known as verified')).toBeTruthy();
});
