import { randomUUID } from 'node:crypto';
import { openShop, type OpenShop } from '../../test/support/open-shop.js';
import { erasedAddress } from '../platform/mail/erased-address.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

// An account with this address would block the erasure of the account with the id, because addresses are unique.
const address = erasedAddress(randomUUID());

it.each<[string, string, object]>([
  ['auth/register', 'email', { email: address, password: 'Nadel-und-Faden-7', name: 'Käthe' }],
  ['auth/register', 'email', { email: address.toUpperCase(), password: 'Nadel-und-Faden-7', name: 'Käthe' }],
  ['payments/create', 'buyer_email', { pattern_id: randomUUID(), buyer_email: address, consent: true }],
  ['newsletter/subscribe', 'email', { email: address }],
  ['withdrawals', 'email', { name: 'Käthe', email: address, order_number: 'PP-2026-000001' }],
  ['password-reset/request', 'email', { email: address }],
])('%s refuses the address that would replace the address of an erased account', async (path, field, form) => {
  const { body } = await shop.http.post(`/api/${path}`).send(form).expect(400);
  expect(body.error.details).toEqual([{ field, message: 'Please enter a valid email address' }]);
});
