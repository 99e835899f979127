import { afterEach, expect, it } from 'vitest';
import { fakeApi } from '../../test/screen';
import { purchases } from '../api/purchases';
import { clearTokens, storeTokens } from '../api/tokens';
import { inTab } from './storage';

afterEach(() => {
  clearTokens();
  inTab.remove('guest_key');
});

const order = { pattern_id: 'p1', buyer_email: 'a@example.com', consent: true, locale: 'en', country: 'DE' } as const;

it('every order of a guest contains the same key, and the orders of a signed-in user contain no key', async () => {
  const calls = fakeApi({ '/api/payments/create': () => ({ status: 201, data: {} }) });
  await purchases.start(order);
  await purchases.start(order);
  storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
  await purchases.start(order);
  const keys = calls.map(({ body }) => (body as { guest_key?: string }).guest_key);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], undefined]);
});
