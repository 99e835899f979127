import { randomUUID } from 'node:crypto';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';

const WRONG = 'Wrong-password-1';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop?.close());

const signIn = (email: string, password: string, place: string) =>
  shop.http.post('/api/auth/login').set('x-forwarded-for', place).send({ email, password });
const registerFrom = (place: string): Promise<TestBuyer> => {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', place) };
  return aBuyer({ http } as unknown as OpenShop, `${randomUUID()}@example.com`);
};
const expireForSignIns = (id: string) =>
  shop.sql.rows(`update known_places set seen_at = now() - interval '90 days' where user_id = $1`, [id]);
const requestReset = (email: string, place: string) =>
  shop.http.post('/api/password-reset/request').set('x-forwarded-for', place).send({ email }).expect(200);
const findResetMails = async (email: string) =>
  (await shop.mails()).filter(({ to, text }) => to[0]!.address === email && text!.includes('reset-password'));

describe('an owner who has only registered', () => {
  it('can sign in from the network of the registration after 120 wrong passwords from elsewhere', async () => {
    const place = unusedIp();
    const buyer = await registerFrom(place);
    for (let n = 0; n < 120; n += 1) await signIn(buyer.email, WRONG, `2001:db8:${n % 2}:${n.toString(16)}::1`);
    expect((await signIn(buyer.email, PASSWORD, unusedIp())).status).toBe(429);
    expect((await signIn(buyer.email, PASSWORD, place)).status).toBe(200);
  });

  it.each([
    ['has registered', false],
    ['has last used the account more than 90 days ago', true],
  ])(
    'can reset the password where the owner %s, after requests from elsewhere have used up the day',
    async (_when, isOld) => {
      const place = unusedIp();
      const { id, email } = await registerFrom(place);
      await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
      if (isOld) await expireForSignIns(id);
      for (let n = 0; n < 12; n += 1) await requestReset(email, unusedIp());
      await shop.settles();
      expect(await findResetMails(email)).toHaveLength(10);
      await requestReset(email, unusedIp());
      await requestReset(email, place);
      await shop.settles();
      expect(await findResetMails(email)).toHaveLength(11);
    },
  );
});

it('one line cannot use up the reset mails of the other networks', async () => {
  const { id, email } = await registerFrom(unusedIp());
  await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
  for (let n = 0; n < 12; n += 1) await requestReset(email, `2001:db8:77:${n % 4}::1`);
  await shop.settles();
  expect(await findResetMails(email)).toHaveLength(5);
  await requestReset(email, unusedIp());
  await shop.settles();
  expect(await findResetMails(email)).toHaveLength(6);
});
