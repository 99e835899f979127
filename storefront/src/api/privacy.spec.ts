import { afterEach, expect, it } from 'vitest';
import { mockFetch } from '../../test/screen';
import { privacy } from './privacy';
import { clearTokens, storeTokens } from './tokens';

afterEach(clearTokens);

/** Fakes an API that accepts only requests without a session, or also requests with one. @returns the sent sessions */
function fakeConfirmation(acceptsSession: boolean): (string | null)[] {
  const sent: (string | null)[] = [];
  mockFetch((request) => {
    if (new URL(request.url).pathname === '/api/auth/refresh')
      return Response.json({ success: false }, { status: 401 });
    const token = request.headers.get('Authorization');
    sent.push(token);
    if (token && !acceptsSession) return Response.json({ success: false }, { status: 401 });
    return Response.json({ success: true, data: { state: 'requested', erasesAt: null } });
  });
  return sent;
}

it('confirmDeletion sends the session of this browser, which stays open', async () => {
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  const sent = fakeConfirmation(true);
  await privacy.confirmDeletion('token');
  expect(sent).toEqual(['Bearer access']);
});

it('confirmDeletion works without a session, and after the session of this browser has ended', async () => {
  const sent = fakeConfirmation(false);
  await privacy.confirmDeletion('token');
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  expect(await privacy.confirmDeletion('token')).toMatchObject({ state: 'requested' });
  expect(sent).toEqual([null, 'Bearer access', null]);
});
