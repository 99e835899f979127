import { randomUUID } from 'node:crypto';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';

/** After this many wrong passwords in a day, the account has to wait before each further one (limits-rules.ts). */
const WRONG_PASSWORDS_A_DAY = 20;
const WRONG = 'Wrong-password-1';

let shop: OpenShop;
beforeAll(async () => {
  // Raises the limits of requests, so that only the limit of wrong passwords applies.
  const raised = ['change-password.account', 'second-factor-change.account', 'delete-account.account'];
  const RATE_LIMITS = raised.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
});
afterAll(() => shop?.close());

const createBuyer = (): Promise<TestBuyer> => {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', unusedIp()) };
  return aBuyer({ http } as unknown as OpenShop, `${randomUUID()}@example.com`);
};
const send = ({ token }: TestBuyer, path: string, form: object) =>
  shop.http.post(path).set('x-forwarded-for', unusedIp()).set('authorization', `Bearer ${token}`).send(form);
const REQUESTS: ((buyer: TestBuyer, password: string) => PromiseLike<{ status: number; body: { code: string } }>)[] = [
  (buyer, password) => send(buyer, '/api/auth/second-factor/setup', { password }),
  (buyer, password) => send(buyer, '/api/auth/second-factor/remove', { password, code: '000000' }),
  (buyer, password) => send(buyer, '/api/auth/second-factor/recovery-codes', { password, code: '000000' }),
  (buyer, password) =>
    send(buyer, '/api/auth/change-password', { current_password: password, new_password: 'Hexenstich-12' }),
  (buyer, password) => send(buyer, '/api/gdpr/delete', { password }),
];

describe('the limit of wrong passwords of a signed-in account', () => {
  it('applies to all requests with a password together; above it, each further password has to wait', async () => {
    const [buyer, otherBuyer] = [await createBuyer(), await createBuyer()];
    const codes: string[] = [];
    for (let n = 0; n < WRONG_PASSWORDS_A_DAY + 5; n += 1)
      codes.push((await REQUESTS[n % REQUESTS.length]!(buyer, WRONG)).body.code);
    expect(codes).toEqual([
      ...Array.from({ length: WRONG_PASSWORDS_A_DAY }, () => 'WRONG_PASSWORD'),
      ...Array.from({ length: 5 }, () => 'TOO_MANY_REQUESTS'),
    ]);
    expect((await REQUESTS[0]!(otherBuyer, WRONG)).body.code).toBe('WRONG_PASSWORD');
    // After the pause, the owner can send the right password several times.
    await until('the pause is over', async () => (await REQUESTS[0]!(buyer, PASSWORD)).status === 200);
    for (let n = 0; n < 3; n += 1) expect((await REQUESTS[0]!(buyer, PASSWORD)).status).toBe(200);
    // Right passwords do not delete the count of wrong passwords.
    expect((await REQUESTS[0]!(buyer, WRONG)).body.code).toBe('WRONG_PASSWORD');
    expect((await REQUESTS[0]!(buyer, WRONG)).body.code).toBe('TOO_MANY_REQUESTS');
  });

  it('ignores requests with the right password or without a password: they do not change the count', async () => {
    const buyer = await createBuyer();
    for (let n = 0; n < WRONG_PASSWORDS_A_DAY - 1; n += 1) await REQUESTS[0]!(buyer, WRONG);
    for (let n = 0; n < 3; n += 1) {
      expect((await REQUESTS[0]!(buyer, PASSWORD)).status).toBe(200);
      expect((await REQUESTS[1]!(buyer, PASSWORD)).body.code).toBe('SECOND_FACTOR_OFF');
      expect((await REQUESTS[3]!(buyer, '')).body.code).toBe('VALIDATION_FAILED');
      // A request without a password is accepted; the owner then has to confirm the deletion by mail.
      expect((await send(buyer, '/api/gdpr/delete', {})).status).toBe(202);
    }
    expect((await REQUESTS[0]!(buyer, WRONG)).body.code).toBe('WRONG_PASSWORD');
    expect((await REQUESTS[0]!(buyer, WRONG)).body.code).toBe('TOO_MANY_REQUESTS');
  });
});
