import { JobRunner } from '#workers/runtime/job-runner.js';
import { Logger } from '@nestjs/common';
import { withdrawalProof } from '../../purchases/withdrawals/withdrawal-proof.js';
import { aPattern } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { confirmCard } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

/** The maximum number of unproven mails per network and hour, and also per mailbox and day (limits-rules.ts). */
const MAIL_LIMIT = 5;
const PASSWORD = 'Nadel-und-Faden-7';

let shop: OpenShop;
let paidPattern: string;
let count = 0;

beforeAll(async () => {
  // Raises the limits of requests, so that only the limits of mails apply.
  const raised = ['register.ip', 'register.day', 'payment.ip', 'newsletter.ip', 'reset-request.ip', 'withdrawal.ip'];
  const RATE_LIMITS = raised.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  paidPattern = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

const newAddress = (tag = 'person') => `${tag}${(count += 1)}@example.com`;
const post = (path: string, body: object, ip: string) => shop.http.post(path).set('x-forwarded-for', ip).send(body);
const mailsTo = async (...emails: string[]) =>
  (await shop.mails()).filter(({ to }) => emails.includes(to[0]!.address.toLowerCase()));
const declareWithdrawal = (email: string, ip: string, body: object = {}) =>
  post('/api/withdrawals', { name: 'Käthe', email, order_number: `PP-2026-9${(count += 1)}9999`, ...body }, ip);
const requestReset = (email: string, ip: string) => post('/api/password-reset/request', { email }, ip).expect(200);
const countResetMails = async (email: string) =>
  (await mailsTo(email)).filter(({ text }) => text!.includes('reset-password')).length;

/** Registers an account and signs in, which makes the network a known place. */
async function register(email: string, ip: string, name = 'Käthe') {
  const form = { email, password: PASSWORD, username: `person_${(count += 1)}`, name };
  const { body } = await post('/api/auth/register', form, ip).expect(201);
  await post('/api/auth/login', { email, password: PASSWORD }, ip).expect(200);
  return { id: body.data.user.id as string, email, token: body.data.accessToken as string };
}
/** Has the same effect as opening the verification link in a browser that is not signed in. */
const verifyAddress = ({ id }: { id: string }) =>
  shop.sql.rows('update users set verified_at = now() where id = $1', [id]);
/** Has the same effect as opening the verification link in the signed-in browser. */
const proveMailbox = ({ id }: { id: string }) =>
  shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
/** Reaches the daily limit of the shop. */
const exhaustShopLimit = () =>
  shop.sql.rows(
    `insert into unproven_mails (id, recipient, networks) select 'stranger ' || n, n, '{}' from generate_series(1, 500) n`,
  );
const resetShopLimit = () => shop.sql.rows(`delete from unproven_mails where id like 'stranger %'`);
/** Reaches the daily limit of an unproven mailbox from different networks. */
async function exhaustMailboxLimit(email: string) {
  for (let n = 0; n < MAIL_LIMIT; n += 1) await declareWithdrawal(email, unusedIp()).expect(202);
}
/** Places and pays an order as a guest. @returns the order number */
async function createPaidOrder(email: string) {
  const form = { pattern_id: paidPattern, buyer_email: email, consent: true, country: 'DE' };
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

describe('the password reset mail', () => {
  it('is sent to a verified address although attackers have reached the limits of its mailbox and of the shop', async () => {
    const [home, phone] = [unusedIp(), unusedIp()];
    const owner = await register(newAddress(), home);
    await verifyAddress(owner);
    await exhaustMailboxLimit(owner.email);
    await exhaustShopLimit();
    await requestReset(owner.email, home);
    await requestReset(owner.email, phone);
    await shop.settles();
    await resetShopLimit();
    expect(await countResetMails(owner.email)).toBe(2);
    // A request from a known place of a proven mailbox causes a mail even when its network has reached the limit.
    await proveMailbox(owner);
    for (let n = 0; n < MAIL_LIMIT; n += 1) await declareWithdrawal(newAddress(), home).expect(202);
    await requestReset(owner.email, home);
    await shop.settles();
    expect(await countResetMails(owner.email)).toBe(3);
  });

  it.each([
    ['a verified address', 'also', 0, verifyAddress],
    ['a proven mailbox', 'but not', 1, proveMailbox],
  ])(
    'to %s counts only for the requesting network, %s when this network is a known place',
    async (_what, _known, atKnownPlace, confirm) => {
      const ip = unusedIp();
      const owners = [];
      for (let n = 0; n < MAIL_LIMIT + 1; n += 1) {
        owners.push(await register(newAddress(), unusedIp()));
        await confirm(owners[n]!);
      }
      const knownOwner = await register(newAddress(), unusedIp());
      await confirm(knownOwner);
      await post('/api/auth/login', { email: knownOwner.email, password: PASSWORD }, ip).expect(200);
      for (const { email } of owners) await requestReset(email, ip);
      await requestReset(knownOwner.email, ip);
      await shop.settles();
      const sent = await Promise.all(owners.map(({ email }) => countResetMails(email)));
      expect(sent.filter((mails) => mails > 0)).toHaveLength(MAIL_LIMIT);
      expect(await countResetMails(knownOwner.email)).toBe(atKnownPlace);
    },
  );

  it('is sent to an unverified address on a request from a known place, although the limit of the mailbox is reached', async () => {
    const home = unusedIp();
    const owner = await register(newAddress(), home);
    await exhaustMailboxLimit(owner.email);
    await requestReset(owner.email, unusedIp());
    await requestReset(owner.email, home);
    await shop.settles();
    expect(await countResetMails(owner.email)).toBe(1);
  });

  it('is sent at most ten times a day for all known places together', async () => {
    const owner = await register(newAddress(), unusedIp());
    await verifyAddress(owner);
    for (let n = 0; n < 12; n += 1) {
      const ip = unusedIp();
      await post('/api/auth/login', { email: owner.email, password: PASSWORD }, ip).expect(200);
      await requestReset(owner.email, ip);
    }
    await shop.settles();
    expect(await countResetMails(owner.email)).toBe(10);
  });
});

describe('the confirmation of a withdrawal', () => {
  it('is sent for a declaration with the token from a mail, although attackers have sent many declarations', async () => {
    const email = newAddress();
    const order_number = await createPaidOrder(email);
    for (let n = 0; n < 12; n += 1)
      await declareWithdrawal(email, unusedIp(), { order_number: `${order_number} ${n}` });
    const proof = withdrawalProof(shop.config.tokenSecret, email, new Date());
    const answer = await declareWithdrawal(email, unusedIp(), { order_number, proof }).expect(202);
    expect(answer.body.data.receiptMailed).toBe(true);
    await shop.settles();
    const mails = await mailsTo(email);
    expect(mails.some(({ text }) => text!.includes(answer.body.data.reference))).toBe(true);
  });

  it.each([
    ['', async () => undefined],
    [', even when the shop has reached its limit', exhaustShopLimit],
  ])('is sent at most five times an hour per network to the address of a paid order%s', async (_when, prepare) => {
    const email = newAddress();
    const order_number = await createPaidOrder(email);
    const ip = unusedIp();
    await prepare();
    for (let n = 0; n < 9; n += 1)
      await declareWithdrawal(email, ip, { order_number: `${order_number} ${n}` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(MAIL_LIMIT);
    // After a withdrawal from another network, the buyer still gets a mail, although the mailbox has reached its limit.
    await declareWithdrawal(email, unusedIp(), { order_number }).expect(202);
    await shop.settles();
    await resetShopLimit();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(MAIL_LIMIT + 1);
  });
});

describe('the limit of a mailbox', () => {
  it('does not reveal whether the mailbox got mail today, because skipped mails also count for the network', async () => {
    const [limited, unused] = [newAddress(), newAddress()];
    await exhaustMailboxLimit(limited);
    const mailCounts = [];
    for (const email of [limited, unused]) {
      const ip = unusedIp();
      await declareWithdrawal(email, ip).expect(202);
      const otherAddresses = Array.from({ length: MAIL_LIMIT }, () => newAddress('eigene'));
      for (const to of otherAddresses) await declareWithdrawal(to, ip).expect(202);
      await shop.settles();
      mailCounts.push((await mailsTo(...otherAddresses)).length);
    }
    expect(mailCounts).toEqual([MAIL_LIMIT - 1, MAIL_LIMIT - 1]);
  });

  it('is the same limit for the Unicode and the Punycode form of an address', async () => {
    const names = ['anna@mützen.example', 'anna@xn--mtzen-kva.example'];
    for (let n = 0; n < MAIL_LIMIT; n += 1)
      for (const email of names) await declareWithdrawal(email, unusedIp()).expect(202);
    await shop.settles();
    expect(await mailsTo(...names)).toHaveLength(MAIL_LIMIT);
  });
});

describe('the mail from one network', () => {
  /** Makes all counts two hours older, so that the limits of an hour count none of them. */
  const ageCounts = () =>
    shop.sql.rows(`update unproven_mails set admitted_at = admitted_at - interval '2 hours' where networks <> '{}'`);

  it.each([
    ['address', 10, () => '203.0.113.200'],
    ['IPv6 /48', 100, (n: number) => `2001:db8:4848:${(n % 20).toString(16)}::1`],
  ])('is also limited per day: %s, %i mails', async (_network, limit, ipOf) => {
    const addresses: string[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      for (let n = 0; n < limit / 2; n += 1) {
        addresses.push(newAddress());
        await declareWithdrawal(addresses.at(-1)!, ipOf(n)).expect(202);
      }
      await ageCounts();
    }
    await shop.settles();
    expect(await mailsTo(...addresses)).toHaveLength(limit);
  });
});

describe('the mail about the erasure of an account', () => {
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
  const findErasureMails = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => /ist gelöscht|is deleted/.test(subject));

  it('contains no display name when the mailbox is unproven', async () => {
    const person = await register(newAddress(), unusedIp(), 'Du hast gewonnen');
    await erase(person);
    const [mail] = await findErasureMails(person.email);
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toContain('gewonnen');
  });

  it('is skipped when an unproven mailbox has reached its limit, and the worker logs that the mail is skipped', async () => {
    const person = await register(newAddress(), unusedIp());
    await exhaustMailboxLimit(person.email);
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await erase(person);
    expect(await findErasureMails(person.email)).toEqual([]);
    const lines = warn.mock.calls.filter(
      ([, message]) => message === 'erased without a mail: rate limit of unproven addresses',
    );
    warn.mockRestore();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(person.email);
  });

  it('is sent to a proven mailbox, with the display name, although attackers have reached its limit', async () => {
    const person = await register(newAddress(), unusedIp(), 'Käthe Käufer');
    await exhaustMailboxLimit(person.email);
    await proveMailbox(person);
    await erase(person);
    expect((await findErasureMails(person.email)).map(({ text }) => text!.includes('Käthe Käufer'))).toEqual([true]);
  });
});
