import supertest from 'supertest';
import { createApi } from '../../create-api.js';
import { registry } from '../../platform/telemetry/metrics.js';
import { withdrawalProof } from '../../purchases/withdrawals/withdrawal-proof.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { apiConfig, openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, confirmCard } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

/** The maximum number of unproven mails per network and hour, and also per mailbox and day (limits-rules.ts). */
const MAIL_LIMIT = 5;

let shop: OpenShop;
let freePattern: string;
let paidPattern: string;
let count = 0;

beforeAll(async () => {
  // Raises the limits of requests, so that only the limits of mails apply.
  const raised = ['register.ip', 'payment.ip', 'newsletter.ip', 'reset-request.ip', 'withdrawal.ip'];
  const RATE_LIMITS = raised.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  freePattern = await aPattern().titled('Mütze Mia').costing(0).in(shop);
  paidPattern = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

const newAddress = (tag = 'opfer') => `${tag}${(count += 1)}@example.com`;
const post = (path: string, body: object, ip: string) => shop.http.post(path).set('x-forwarded-for', ip).send(body);
const mailsTo = async (...emails: string[]) =>
  (await shop.mails()).filter(({ to }) => emails.includes(to[0]!.address.toLowerCase()));
const placeOrder = (pattern_id: string, buyer_email: string, ip: string, body: object = {}) =>
  post('/api/payments/create', { pattern_id, buyer_email, consent: true, country: 'DE', ...body }, ip);
const declareWithdrawal = (email: string, ip: string, body: object = {}) =>
  post('/api/withdrawals', { name: 'Käthe', email, order_number: 'PP-2026-999999', ...body }, ip);
const register = (email: string, ip: string) =>
  post(
    '/api/auth/register',
    { email, password: 'Nadel-und-Faden-7', username: `opfer_${(count += 1)}`, name: 'Käthe' },
    ip,
  );
/** Registers an account with a proven mailbox, from a new network. */
async function createProvenBuyer(email = newAddress('sicher')): Promise<TestBuyer> {
  const ip = unusedIp();
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', ip) };
  const buyer = await aBuyer({ http } as unknown as OpenShop, email);
  await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [buyer.id]);
  return buyer;
}

/** Places and pays an order as a guest. @returns the order number */
async function createPaidOrder(email: string) {
  const { body } = await placeOrder(paidPattern, email, unusedIp()).expect(201);
  await confirmCard(shop, body.data.client_secret);
  const row = await until('the order is paid', () =>
    shop.sql.row<{ number: string }>(`select order_number as number from purchases where id = $1 and status = 'paid'`, [
      body.data.purchase_id,
    ]),
  );
  await shop.settles();
  return row.number;
}

describe('mail to the address that a request names', () => {
  it('is limited to five per network and hour, all kinds of mail together', async () => {
    const ip = unusedIp();
    const victims: string[] = [];
    const addVictim = () => victims[victims.push(newAddress()) - 1]!;
    for (let round = 0; round < 4; round += 1) {
      await declareWithdrawal(addVictim(), ip, { name: `Gewinn http://boese.example/${round}` }).expect(202);
      await placeOrder(freePattern, addVictim(), ip).expect(201);
      await post('/api/newsletter/subscribe', { email: addVictim() }, ip).expect(202);
      await register(addVictim(), ip).expect(201);
      await post('/api/password-reset/request', { email: addVictim() }, ip).expect(200);
    }
    await shop.settles();
    expect(await mailsTo(...victims)).toHaveLength(MAIL_LIMIT);
  });

  it('is limited for an account with an unproven mailbox, all kinds of mail together', async () => {
    const ip = unusedIp();
    const email = newAddress();
    const password = 'Nadel-und-Faden-7';
    const { body } = await register(email, ip).expect(201);
    const account = { token: body.data.accessToken as string };
    for (let round = 0; round < 4; round += 1) {
      await as(shop, account).post('/api/gdpr/delete', {}).set('x-forwarded-for', ip);
      await as(shop, account)
        .post('/api/auth/change-password', { current_password: password, new_password: password })
        .set('x-forwarded-for', ip);
      await post('/api/password-reset/request', { email }, unusedIp()).expect(200);
    }
    await shop.settles();
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(MAIL_LIMIT);
  });

  it('has a limit per /48 that is ten times the limit per /64', async () => {
    const victims: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      victims.push(newAddress());
      const ip = `2001:db8:1b58:${(n % 15).toString(16)}::${n}`;
      await declareWithdrawal(victims[n]!, ip).expect(202);
    }
    await shop.settles();
    expect(await mailsTo(...victims)).toHaveLength(10 * MAIL_LIMIT);
  });

  it('is limited per mailbox, all networks and plus-addresses together', async () => {
    const names = ['', '+a', '+b', '+c', '+d', '+e', '+f', '+g'].map((tag) => `eine${tag}@example.com`);
    for (const email of names) {
      await post('/api/newsletter/subscribe', { email }, unusedIp()).expect(202);
      await declareWithdrawal(email, unusedIp()).expect(202);
    }
    await shop.settles();
    expect((await mailsTo(...names)).length).toBeLessThanOrEqual(MAIL_LIMIT);
  });

  it('contains no text of a sender who has not proven the address, but the shop stores the withdrawal unchanged', async () => {
    const email = newAddress();
    const texts = { name: 'Ihr Gewinn http://boese.example', order_number: 'PP-2026-999998 http://boese.example' };
    const answer = await declareWithdrawal(email, unusedIp(), texts).expect(202);
    expect(answer.body.data).toMatchObject({ name: texts.name, orderNumber: texts.order_number });
    await shop.settles();
    const [mail] = await mailsTo(email);
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toMatch(/boese|Gewinn/);
    expect(mail!.text).toContain(answer.body.data.reference);
    expect(mail!.text).toContain('Hiermit widerrufe ich');
    expect(
      await shop.sql.row('select name, contract from withdrawals where reference = $1', [answer.body.data.reference]),
    ).toEqual({ name: texts.name, contract: texts.order_number });
  });

  it('contains the text of a sender who proves the address by the token of a mail or by an account', async () => {
    const email = newAddress();
    const proof = withdrawalProof(shop.config.tokenSecret, email, new Date());
    const texts = { name: 'Käthe Käufer', order_number: 'der Mantel' };
    await declareWithdrawal(email, unusedIp(), { ...texts, proof }).expect(202);
    const buyer = await createProvenBuyer();
    await as(shop, buyer)
      .post('/api/withdrawals', { ...texts, email: buyer.email })
      .expect(202);
    await shop.settles();
    const mails = (await mailsTo(email, buyer.email)).filter(({ text }) => text!.includes('Widerruf'));
    expect(mails.filter(({ text }) => /Käthe Käufer/.test(text!) && /der Mantel/.test(text!))).toHaveLength(2);
  });

  it('contains the number of the order that an unproven sender names correctly, but no other text of the sender', async () => {
    const email = newAddress();
    const number = await createPaidOrder(email);
    await placeOrder(freePattern, email, unusedIp()).expect(201);
    const freeOrder = await until('the pattern is ordered', () =>
      shop.sql.row<{ number: string }>(
        'select order_number as number from purchases where buyer_email = $1 and amount_cents = 0',
        [email],
      ),
    );
    const name = 'Gewinn http://boese.example';
    for (const guess of [number, `PP-2026-999991 ${number} PP-2026-999992`, freeOrder.number])
      await declareWithdrawal(email, unusedIp(), { name, order_number: `${guess} ${name}` }).expect(202);
    await shop.settles();
    const mails = (await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject));
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toMatch(/boese|Gewinn|99999/);
    const orderNumbers = mails.map(({ text }) => /PP-\d{4}-\d{6}/.exec(text!)![0]);
    expect(orderNumbers.toSorted()).toEqual([number, number, freeOrder.number].toSorted());
  });

  it('is limited for withdrawals that name a correct and a wrong order number', async () => {
    const email = newAddress();
    const number = await createPaidOrder(email);
    for (let n = 0; n < MAIL_LIMIT + 2; n += 1)
      await declareWithdrawal(email, unusedIp(), { order_number: `${number} PP-2026-99999${n}` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(MAIL_LIMIT);
  });

  it('is not sent above the limit, and the response is the same whether or not the named order belongs to the address', async () => {
    const ip = unusedIp();
    const email = newAddress();
    const number = await createPaidOrder(email);
    for (let n = 0; n < MAIL_LIMIT; n += 1) await declareWithdrawal(newAddress(), ip).expect(202);
    const answers = [];
    for (const [to, order_number] of [
      [email, number],
      [email, 'PP-2026-999997'],
      [newAddress(), number],
    ])
      answers.push((await declareWithdrawal(to!, ip, { order_number }).expect(202)).body.data);
    expect(new Set(answers.map(({ receiptMailed }) => receiptMailed)).size).toBe(1);
    await shop.settles();
    // A withdrawal from a network below its limit still causes a mail to the address of the order.
    await declareWithdrawal(email, unusedIp(), { order_number: `${number} Mantel` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(1);
  });

  it('is never skipped when it is the receipt of a card payment', async () => {
    const ip = unusedIp();
    const email = newAddress();
    for (let n = 0; n < MAIL_LIMIT + 1; n += 1) await declareWithdrawal(newAddress(), ip).expect(202);
    const { body } = await placeOrder(paidPattern, email, ip).expect(201);
    await confirmCard(shop, body.data.client_secret);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [body.data.purchase_id]),
    );
    await shop.settles();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('has a daily limit for the whole shop, and a metric counts the skipped mails', async () => {
    const row = await shop.sql.row<{ sent: number }>('select count(recipient)::int as sent from unproven_mails');
    const RATE_LIMITS = `unproven-mail.shop=${row!.sent + 3}/86400`;
    const strict = await createApi(apiConfig({ ...shop.env, RATE_LIMITS }));
    await strict.listen(0, '127.0.0.1');
    try {
      const http = supertest(await strict.getUrl());
      const victims = Array.from({ length: 6 }, () => newAddress());
      for (const email of victims)
        await http.post('/api/newsletter/subscribe').set('x-forwarded-for', unusedIp()).send({ email }).expect(202);
      await shop.settles();
      expect(await mailsTo(...victims)).toHaveLength(3);
      expect(await registry.metrics()).toMatch(/shop_unproven_mails_total\{outcome="shop"\} 3/);
    } finally {
      await strict.close();
    }
  });

  it('contains no display name, because an attacker may have chosen it', async () => {
    const email = newAddress();
    const form = { email, password: 'Nadel-und-Faden-7', username: `opfer_${(count += 1)}`, name: 'Du hast gewonnen' };
    await post('/api/auth/register', form, unusedIp()).expect(201);
    await post('/api/password-reset/request', { email }, unusedIp()).expect(200);
    await shop.settles();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails.some(({ text }) => text!.includes('gewonnen'))).toBe(false);
  });
});

describe('an attacker who knows the address of a guest', () => {
  it('does not learn that the guest has ordered a free pattern, and cannot change that order', async () => {
    const email = newAddress();
    const ofGuest = (await placeOrder(freePattern, email, unusedIp()).expect(201)).body.data;
    await shop.settles();
    const ofAttacker = (await placeOrder(freePattern, email, unusedIp()).expect(201)).body.data;
    const ofNewGuest = (await placeOrder(freePattern, newAddress(), unusedIp()).expect(201)).body.data;
    expect(ofAttacker.purchase_id).not.toBe(ofGuest.purchase_id);
    expect({ ...ofAttacker, purchase_id: '' }).toEqual({ ...ofNewGuest, purchase_id: '' });
    await shop.settles();
    expect(await shop.sql.row(`select status from purchases where id = $1`, [ofGuest.purchase_id])).toEqual({
      status: 'paid',
    });
  });

  it('gets a separate payment, even from the same network, and does not cancel the order of the guest', async () => {
    const ip = unusedIp();
    const email = newAddress();
    const key = 'a'.repeat(32);
    const ofGuest = (await placeOrder(paidPattern, email, ip, { guest_key: key }).expect(201)).body.data;
    for (const body of [{}, { guest_key: 'b'.repeat(32) }, { locale: 'en', consent: false }]) {
      const ofAttacker = (await placeOrder(paidPattern, email, ip, body).expect(201)).body.data;
      expect(ofAttacker.client_secret).not.toBe(ofGuest.client_secret);
    }
    expect((await placeOrder(paidPattern, email, ip, { guest_key: key }).expect(201)).body.data).toEqual(ofGuest);
  });

  it('does not affect the guest, who pays once despite a double click, a lost response and a new network', async () => {
    const email = newAddress();
    const key = 'c'.repeat(32);
    const [first, second] = await Promise.all([
      placeOrder(paidPattern, email, unusedIp(), { guest_key: key }),
      placeOrder(paidPattern, email, unusedIp(), { guest_key: key }),
    ]);
    expect(second.body.data).toEqual(first.body.data);
    await confirmCard(shop, first.body.data.client_secret);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [first.body.data.purchase_id]),
    );
    const repeated = await placeOrder(paidPattern, email, unusedIp(), { guest_key: key }).expect(201);
    expect(repeated.body.data).toMatchObject({
      purchase_id: first.body.data.purchase_id,
      client_secret: null,
      status: 'succeeded',
    });
    // A different address in the same browser starts a new order.
    const other = await placeOrder(paidPattern, newAddress(), unusedIp(), { guest_key: key }).expect(201);
    expect(other.body.data.status).toBe('requires_payment_method');
    const concurrent = [0, 1].map(() => placeOrder(freePattern, email, unusedIp(), { guest_key: key }));
    const ids = (await Promise.all(concurrent)).map(({ body }) => body.data.purchase_id as string);
    expect(ids[0]).toBe(ids[1]);
    expect(JSON.stringify(await shop.sql.rows('select * from purchases'))).not.toContain(key);
  });

  it('gets an error that names the field of an invalid guest key', async () => {
    const answer = await placeOrder(freePattern, newAddress(), unusedIp(), { guest_key: 'short' }).expect(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'guest_key' }]);
  });
});
