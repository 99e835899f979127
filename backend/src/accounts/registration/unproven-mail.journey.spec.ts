import supertest from 'supertest';
import { createApi } from '../../create-api.js';
import { registry } from '../../platform/telemetry/metrics.js';
import { withdrawalProof } from '../../purchases/withdrawals/withdrawal-proof.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { apiConfig, openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, confirmCard } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

/** Unproven mails of a network in an hour. */
const CEILING = 5;

let shop: OpenShop;
let free: string;
let paid: string;
let count = 0;

beforeAll(async () => {
  // Disables the limits of requests: the limits of mails must hold by themselves.
  const wide = ['register.ip', 'payment.ip', 'newsletter.ip', 'reset-request.ip', 'withdrawal.ip'];
  const RATE_LIMITS = wide.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  free = await aPattern().titled('Mütze Mia').costing(0).in(shop);
  paid = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

const address = (tag = 'opfer') => `${tag}${(count += 1)}@example.com`;
const post = (path: string, body: object, place: string) =>
  shop.http.post(path).set('x-forwarded-for', place).send(body);
const mailsTo = async (...emails: string[]) =>
  (await shop.mails()).filter(({ to }) => emails.includes(to[0]!.address.toLowerCase()));
const order = (patternId: string, email: string, place: string, body: object = {}) =>
  post('/api/payments/create', { pattern_id: patternId, buyer_email: email, consent: true, ...body }, place);
const declare = (email: string, place: string, body: object = {}) =>
  post('/api/withdrawals', { name: 'Käthe', email, order_number: 'PP-2026-999999', ...body }, place);
const register = (email: string, place: string) =>
  post(
    '/api/auth/register',
    { email, password: 'Nadel-und-Faden-7', username: `opfer_${(count += 1)}`, name: 'Käthe' },
    place,
  );
/** Registers an account with a proven mailbox, from a new network. */
async function aProvenBuyer(email = address('sicher')): Promise<TestBuyer> {
  const from = unusedIp();
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', from) };
  const buyer = await aBuyer({ http } as unknown as OpenShop, email);
  await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [buyer.id]);
  return buyer;
}

/** A paid order of a guest. */
async function aPaidOrder(email: string) {
  const { body } = await order(paid, email, unusedIp()).expect(201);
  await confirmCard(shop, body.data.client_secret);
  const row = await until('the order is paid', () =>
    shop.sql.row<{ number: string }>(`select order_number as number from purchases where id = $1 and status = 'paid'`, [
      body.data.purchase_id,
    ]),
  );
  await shop.settles();
  return row.number;
}

describe('review point 8: mail to addresses that the sender has not proven', () => {
  it('is limited to five an hour for one network, by all requests together', async () => {
    const place = unusedIp();
    const victims: string[] = [];
    const next = () => victims[victims.push(address()) - 1]!;
    for (let round = 0; round < 4; round += 1) {
      await declare(next(), place, { name: `Gewinn http://boese.example/${round}` }).expect(202);
      await order(free, next(), place).expect(201);
      await post('/api/newsletter/subscribe', { email: next() }, place).expect(202);
      await register(next(), place).expect(201);
      await post('/api/password-reset/request', { email: next() }, place).expect(200);
    }
    await shop.settles();
    expect(await mailsTo(...victims)).toHaveLength(CEILING);
  });

  it('is limited across the accounts that a network registers', async () => {
    const place = unusedIp();
    const email = address();
    const password = 'Nadel-und-Faden-7';
    const { body } = await register(email, place).expect(201);
    const own = { token: body.data.accessToken as string };
    for (let round = 0; round < 4; round += 1) {
      await as(shop, own).post('/api/gdpr/delete', {}).set('x-forwarded-for', place);
      await as(shop, own)
        .post('/api/auth/change-password', { current_password: password, new_password: password })
        .set('x-forwarded-for', place);
      await post('/api/password-reset/request', { email }, unusedIp()).expect(200);
    }
    await shop.settles();
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(CEILING);
  });

  it('has a limit for a /48 that is ten times the one of a /64', async () => {
    const victims: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      victims.push(address());
      await declare(victims[n]!, `2001:db8:${(7000).toString(16)}:${(n % 15).toString(16)}::${n}`).expect(202);
    }
    await shop.settles();
    expect(await mailsTo(...victims)).toHaveLength(10 * CEILING);
  });

  it('is limited for a mailbox, from many networks and in many spellings', async () => {
    const names = ['', '+a', '+b', '+c', '+d', '+e', '+f', '+g'].map((tag) => `eine${tag}@example.com`);
    for (const email of names) {
      await post('/api/newsletter/subscribe', { email }, unusedIp()).expect(202);
      await declare(email, unusedIp()).expect(202);
    }
    await shop.settles();
    expect((await mailsTo(...names)).length).toBeLessThanOrEqual(CEILING);
  });

  it('contains only text of the shop, and the declaration is stored unchanged', async () => {
    const email = address();
    const words = { name: 'Ihr Gewinn http://boese.example', order_number: 'PP-2026-999998 http://boese.example' };
    const answer = await declare(email, unusedIp(), words).expect(202);
    expect(answer.body.data).toMatchObject({ name: words.name, orderNumber: words.order_number });
    await shop.settles();
    const [mail] = await mailsTo(email);
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toMatch(/boese|Gewinn/);
    expect(mail!.text).toContain(answer.body.data.reference);
    expect(mail!.text).toContain('Hiermit widerrufe ich');
    expect(
      await shop.sql.row('select name, contract from withdrawals where reference = $1', [answer.body.data.reference]),
    ).toEqual({ name: words.name, contract: words.order_number });
  });

  it('repeats the text of a sender who has proven the address, by the token of a mail or by the account', async () => {
    const email = address();
    const proof = withdrawalProof(shop.config.tokenSecret, email, new Date());
    const words = { name: 'Käthe Käufer', order_number: 'der Mantel' };
    await declare(email, unusedIp(), { ...words, proof }).expect(202);
    const buyer = await aProvenBuyer();
    await as(shop, buyer)
      .post('/api/withdrawals', { ...words, email: buyer.email })
      .expect(202);
    await shop.settles();
    const texts = (await mailsTo(email, buyer.email)).map(({ text }) => text!).filter((text) => /Widerruf/.test(text));
    expect(texts.filter((text) => text.includes('Käthe Käufer') && text.includes('der Mantel'))).toHaveLength(2);
  });

  it('repeats no text of a sender who has guessed an order number, and names the orders of the address', async () => {
    const email = address();
    const number = await aPaidOrder(email);
    await order(free, email, unusedIp()).expect(201);
    const gift = await until('the pattern is ordered', () =>
      shop.sql.row<{ number: string }>(
        'select order_number as number from purchases where buyer_email = $1 and amount_cents = 0',
        [email],
      ),
    );
    const name = 'Gewinn http://boese.example';
    for (const guess of [number, `PP-2026-999991 ${number} PP-2026-999992`, gift.number])
      await declare(email, unusedIp(), { name, order_number: `${guess} ${name}` }).expect(202);
    await shop.settles();
    const mails = (await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject));
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toMatch(/boese|Gewinn|99999/);
    const named = mails.map(({ text }) => /PP-\d{4}-\d{6}/.exec(text!)![0]);
    expect(named.toSorted()).toEqual([number, number, gift.number].toSorted());
  });

  it('does not exceed the limits by many guesses with one right one', async () => {
    const email = address();
    const number = await aPaidOrder(email);
    for (let n = 0; n < CEILING + 2; n += 1)
      await declare(email, unusedIp(), { order_number: `${number} PP-2026-99999${n}` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(CEILING);
  });

  it('has the same response whether the address has the order or not, also when the mail is skipped', async () => {
    const place = unusedIp();
    const email = address();
    const number = await aPaidOrder(email);
    for (let n = 0; n < CEILING; n += 1) await declare(address(), place).expect(202);
    const answers = [];
    for (const [to, order_number] of [
      [email, number],
      [email, 'PP-2026-999997'],
      [address(), number],
    ])
      answers.push((await declare(to!, place, { order_number }).expect(202)).body.data);
    expect(new Set(answers.map(({ receiptMailed }) => receiptMailed)).size).toBe(1);
    await shop.settles();
    // A network at its limit sends no unproven mail; from another network the address with the order gets one.
    await declare(email, unusedIp(), { order_number: `${number} Mantel` }).expect(202);
    await shop.settles();
    expect((await mailsTo(email)).filter(({ subject }) => /Widerruf/.test(subject))).toHaveLength(1);
  });

  it('never skips the receipt of a card payment', async () => {
    const place = unusedIp();
    const email = address();
    for (let n = 0; n < CEILING + 1; n += 1) await declare(address(), place).expect(202);
    const { body } = await order(paid, email, place).expect(201);
    await confirmCard(shop, body.data.client_secret);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [body.data.purchase_id]),
    );
    await shop.settles();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('has a daily limit for the whole shop, which the metrics count', async () => {
    const row = await shop.sql.row<{ sent: number }>('select count(recipient)::int as sent from unproven_mails');
    const RATE_LIMITS = `unproven-mail.shop=${row!.sent + 3}/86400`;
    const strict = await createApi(apiConfig({ ...shop.env, RATE_LIMITS }));
    await strict.listen(0, '127.0.0.1');
    try {
      const http = supertest(await strict.getUrl());
      const victims = Array.from({ length: 6 }, () => address());
      for (const email of victims)
        await http.post('/api/newsletter/subscribe').set('x-forwarded-for', unusedIp()).send({ email }).expect(202);
      await shop.settles();
      expect(await mailsTo(...victims)).toHaveLength(3);
      expect(await registry.metrics()).toMatch(/shop_unproven_mails_total\{outcome="shop"\} 3/);
    } finally {
      await strict.close();
    }
  });

  it('contains no name that an attacker may have chosen', async () => {
    const email = address();
    const form = { email, password: 'Nadel-und-Faden-7', username: `opfer_${(count += 1)}`, name: 'Du hast gewonnen' };
    await post('/api/auth/register', form, unusedIp()).expect(201);
    await post('/api/password-reset/request', { email }, unusedIp()).expect(200);
    await shop.settles();
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails.some(({ text }) => text!.includes('gewonnen'))).toBe(false);
  });
});

describe('review points 12 and 13: an attacker who knows the address of a guest', () => {
  it('does not learn of a free order and does not change it', async () => {
    const email = address();
    const own = (await order(free, email, unusedIp()).expect(201)).body.data;
    await shop.settles();
    const foreign = (await order(free, email, unusedIp()).expect(201)).body.data;
    const fresh = (await order(free, address(), unusedIp()).expect(201)).body.data;
    expect(foreign.purchase_id).not.toBe(own.purchase_id);
    expect({ ...foreign, purchase_id: '' }).toEqual({ ...fresh, purchase_id: '' });
    await shop.settles();
    expect(await shop.sql.row(`select status from purchases where id = $1`, [own.purchase_id])).toEqual({
      status: 'paid',
    });
  });

  it('gets a separate payment in the same network, and cancels no order', async () => {
    const place = unusedIp();
    const email = address();
    const key = 'a'.repeat(32);
    const own = (await order(paid, email, place, { guest_key: key }).expect(201)).body.data;
    for (const body of [{}, { guest_key: 'b'.repeat(32) }, { locale: 'en', consent: false }]) {
      const foreign = (await order(paid, email, place, body).expect(201)).body.data;
      expect(foreign.client_secret).not.toBe(own.client_secret);
    }
    expect((await order(paid, email, place, { guest_key: key }).expect(201)).body.data).toEqual(own);
  });

  it('does not prevent a single charge of the guest after a double click, a lost response and a new network', async () => {
    const email = address();
    const key = 'c'.repeat(32);
    const [first, second] = await Promise.all([
      order(paid, email, unusedIp(), { guest_key: key }),
      order(paid, email, unusedIp(), { guest_key: key }),
    ]);
    expect(second.body.data).toEqual(first.body.data);
    await confirmCard(shop, first.body.data.client_secret);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [first.body.data.purchase_id]),
    );
    const again = await order(paid, email, unusedIp(), { guest_key: key }).expect(201);
    expect(again.body.data).toMatchObject({
      purchase_id: first.body.data.purchase_id,
      client_secret: null,
      status: 'succeeded',
    });
    // Another address in the same browser is another order.
    const other = await order(paid, address(), unusedIp(), { guest_key: key }).expect(201);
    expect(other.body.data.status).toBe('requires_payment_method');
    const twice = [0, 1].map(() => order(free, email, unusedIp(), { guest_key: key }));
    const ids = (await Promise.all(twice)).map(({ body }) => body.data.purchase_id as string);
    expect(ids[0]).toBe(ids[1]);
    expect(JSON.stringify(await shop.sql.rows('select * from purchases'))).not.toContain(key);
  });

  it('gets an error that names an invalid key', async () => {
    const answer = await order(free, address(), unusedIp(), { guest_key: 'short' }).expect(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'guest_key' }]);
  });
});
