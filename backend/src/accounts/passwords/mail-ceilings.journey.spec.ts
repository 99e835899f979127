import { JobRunner } from '#workers/runtime/job-runner.js';
import { Logger } from '@nestjs/common';
import { withdrawalProof } from '../../purchases/withdrawals/withdrawal-proof.js';
import { aPattern } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { confirmCard } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

/** Limits of unproven mails: of a network in an hour, and of a mailbox in a day. */
const CEILING = 5;
const PASSWORD = 'Nadel-und-Faden-7';

let shop: OpenShop;
let paid: string;
let count = 0;

beforeAll(async () => {
  // Disables the limits of requests: the limits of mails must hold by themselves.
  const wide = ['register.ip', 'register.day', 'payment.ip', 'newsletter.ip', 'reset-request.ip', 'withdrawal.ip'];
  const RATE_LIMITS = wide.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  paid = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

const address = (tag = 'person') => `${tag}${(count += 1)}@example.com`;
const post = (path: string, body: object, place: string) =>
  shop.http.post(path).set('x-forwarded-for', place).send(body);
const mailsTo = async (...emails: string[]) =>
  (await shop.mails()).filter(({ to }) => emails.includes(to[0]!.address.toLowerCase()));
const declare = (email: string, place: string, body: object = {}) =>
  post('/api/withdrawals', { name: 'Käthe', email, order_number: `PP-2026-9${(count += 1)}9999`, ...body }, place);
const askReset = (email: string, place: string) => post('/api/password-reset/request', { email }, place).expect(200);
const resetsTo = async (email: string) =>
  (await mailsTo(email)).filter(({ text }) => text!.includes('reset-password')).length;

/** Registers and signs in, which makes the network a known place. */
async function register(email: string, place: string, name = 'Käthe') {
  const form = { email, password: PASSWORD, username: `person_${(count += 1)}`, name };
  const { body } = await post('/api/auth/register', form, place).expect(201);
  await post('/api/auth/login', { email, password: PASSWORD }, place).expect(200);
  return { id: body.data.user.id as string, email, token: body.data.accessToken as string };
}
/** The result of opening the link of the mail in a browser that is not signed in. */
const verify = ({ id }: { id: string }) => shop.sql.rows('update users set verified_at = now() where id = $1', [id]);
/** The result of opening the link of the mail in the signed-in browser. */
const prove = ({ id }: { id: string }) =>
  shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
/** Uses up the daily mails of the shop. */
const drain = () =>
  shop.sql.rows(
    `insert into unproven_mails (id, recipient, networks) select 'stranger ' || n, n, '{}' from generate_series(1, 500) n`,
  );
const refill = () => shop.sql.rows(`delete from unproven_mails where id like 'stranger %'`);
/** Uses up the daily mails of an unproven mailbox, from many networks. */
async function useUp(email: string) {
  for (let n = 0; n < CEILING; n += 1) await declare(email, unusedIp()).expect(202);
}
async function aPaidOrder(email: string) {
  const form = { pattern_id: paid, buyer_email: email, consent: true };
  const { body } = await post('/api/payments/create', form, unusedIp()).expect(201);
  await confirmCard(shop, body.data.client_secret);
  const row = await until('the order is paid', () =>
    shop.sql.row<{ number: string }>(`select order_number as number from purchases where id = $1 and status = 'paid'`, [
      body.data.purchase_id,
    ]),
  );
  await shop.settles();
  return row.number;
}

describe('the mail for a new password', () => {
  it('reaches a verified address after attackers have used up the mails of its mailbox and of the shop', async () => {
    const [home, phone] = [unusedIp(), unusedIp()];
    const owner = await register(address(), home);
    await verify(owner);
    await useUp(owner.email);
    await drain();
    await askReset(owner.email, home);
    await askReset(owner.email, phone);
    await shop.settles();
    await refill();
    expect(await resetsTo(owner.email)).toBe(2);
    // These mails do not count for other mails, and a known place does not depend on other clients of its network.
    for (let n = 0; n < CEILING; n += 1) await declare(address(), home).expect(202);
    await askReset(owner.email, home);
    await shop.settles();
    expect(await resetsTo(owner.email)).toBe(3);
  });

  it.each([
    ['a verified address', verify],
    ['a proven mailbox', prove],
  ])('to %s counts for the requesting network, except at a known place of its account', async (_what, confirm) => {
    const place = unusedIp();
    const owners = [];
    for (let n = 0; n < CEILING + 1; n += 1) {
      owners.push(await register(address(), unusedIp()));
      await confirm(owners[n]!);
    }
    const neighbour = await register(address(), unusedIp());
    await confirm(neighbour);
    await post('/api/auth/login', { email: neighbour.email, password: PASSWORD }, place).expect(200);
    for (const { email } of owners) await askReset(email, place);
    await askReset(neighbour.email, place);
    await shop.settles();
    const sent = await Promise.all(owners.map(({ email }) => resetsTo(email)));
    expect(sent.filter((mails) => mails > 0)).toHaveLength(CEILING);
    expect(await resetsTo(neighbour.email)).toBe(1);
  });

  it('reaches an owner with an unverified address at a known place', async () => {
    const home = unusedIp();
    const owner = await register(address(), home);
    await useUp(owner.email);
    await askReset(owner.email, unusedIp());
    await askReset(owner.email, home);
    await shop.settles();
    expect(await resetsTo(owner.email)).toBe(1);
  });

  it('is sent ten times a day at most from all known places together', async () => {
    const owner = await register(address(), unusedIp());
    await verify(owner);
    for (let n = 0; n < 12; n += 1) {
      const place = unusedIp();
      await post('/api/auth/login', { email: owner.email, password: PASSWORD }, place).expect(200);
      await askReset(owner.email, place);
    }
    await shop.settles();
    expect(await resetsTo(owner.email)).toBe(10);
  });
});

describe('the confirmation of a withdrawal', () => {
  it('reaches the customer with the token of a mail after many declarations of attackers', async () => {
    const email = address();
    const order_number = await aPaidOrder(email);
    for (let n = 0; n < 12; n += 1) await declare(email, unusedIp(), { order_number: `${order_number} ${n}` });
    const proof = withdrawalProof(shop.config.tokenSecret, email, new Date());
    const answer = await declare(email, unusedIp(), { order_number, proof }).expect(202);
    expect(answer.body.data.receiptMailed).toBe(true);
    await shop.settles();
    const mails = await mailsTo(email);
    expect(mails.some(({ text }) => text!.includes(answer.body.data.reference))).toBe(true);
  });

  it.each([
    ['', async () => undefined],
    [', and when the shop has reached its ceiling', drain],
  ])('is sent five times an hour for one network to an address with the order%s', async (_when, before) => {
    const email = address();
    const order_number = await aPaidOrder(email);
    const place = unusedIp();
    await before();
    for (let n = 0; n < 9; n += 1) await declare(email, place, { order_number: `${order_number} ${n}` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(CEILING);
    // From another network the customer still gets one, although the mailbox has got its five.
    await declare(email, unusedIp(), { order_number }).expect(202);
    await shop.settles();
    await refill();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(CEILING + 1);
  });
});

describe('a mailbox', () => {
  it('does not reveal whether it got mail today: skipped mails count for the network too', async () => {
    const [busy, quiet] = [address(), address()];
    await useUp(busy);
    const arrived = [];
    for (const email of [busy, quiet]) {
      const place = unusedIp();
      await declare(email, place).expect(202);
      const own = Array.from({ length: CEILING }, () => address('eigene'));
      for (const to of own) await declare(to, place).expect(202);
      await shop.settles();
      arrived.push((await mailsTo(...own)).length);
    }
    expect(arrived).toEqual([CEILING - 1, CEILING - 1]);
  });

  it('is the same in Unicode and in Punycode', async () => {
    const names = ['anna@mützen.example', 'anna@xn--mtzen-kva.example'];
    for (let n = 0; n < CEILING; n += 1) for (const email of names) await declare(email, unusedIp()).expect(202);
    await shop.settles();
    expect(await mailsTo(...names)).toHaveLength(CEILING);
  });
});

describe('the mail about an erased account', () => {
  async function erase(person: { id: string; token: string }) {
    await shop.sql.rows(
      `insert into deletions (id, user_id, confirm_token_hash, undo_token_hash, asked_at, requested_at, erase_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), now(), now(), now() - interval '1 second')`,
      [person.id],
    );
    await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
    await until('the account is erased', () =>
      shop.sql.row('select from deletions where user_id = $1 and erased_at is not null', [person.id]),
    );
    await shop.settles();
  }
  const farewells = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => /ist gelöscht|is deleted/.test(subject));

  it('contains no name for an unproven mailbox', async () => {
    const person = await register(address(), unusedIp(), 'Du hast gewonnen');
    await erase(person);
    const [mail] = await farewells(person.email);
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toContain('gewonnen');
  });

  it('counts as unproven mail, and is logged when it is skipped', async () => {
    const person = await register(address(), unusedIp());
    await useUp(person.email);
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await erase(person);
    expect(await farewells(person.email)).toEqual([]);
    const lines = warn.mock.calls.filter(
      ([, words]) => words === 'erased without a mail: rate limit of unproven addresses',
    );
    warn.mockRestore();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(person.email);
  });

  it('reaches a proven mailbox, with the name, after attackers have used up the mails', async () => {
    const person = await register(address(), unusedIp(), 'Käthe Käufer');
    await useUp(person.email);
    await prove(person);
    await erase(person);
    expect((await farewells(person.email)).map(({ text }) => text!.includes('Käthe Käufer'))).toEqual([true]);
  });
});
