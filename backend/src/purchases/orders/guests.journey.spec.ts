import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, buy, confirmCard, DECLINED, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let count = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Hut Ida').in(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

/** The random id that a guest's browser stores. */
const KEY = 'g'.repeat(22);
const address = () => `gast${(count += 1)}@example.com`;
const listPurchases = async (buyer: TestBuyer) =>
  (await as(shop, buyer).get('/api/users/purchases')).body.data.purchases as { id: string; status: string }[];

/** Pays without an account and waits for all jobs. @returns the purchase's id */
async function buyAsGuest(email: string, body: object = {}, headers = {}): Promise<string> {
  const started = await startPayment(shop, null, patternId, { buyer_email: email, ...body }).set(headers);
  await confirmCard(shop, started.body.data.client_secret);
  const id = started.body.data.purchase_id as string;
  await until('the purchase is paid', () =>
    shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [id]),
  );
  await shop.settles();
  return id;
}

/** Opens the verification link of the mail without a session. @returns the token in the link */
async function verify(email: string): Promise<string> {
  await shop.settles();
  const mail = (await shop.mails()).find(({ to, text }) => to[0]!.address === email && text?.includes('verify-email'));
  const token = /verify-email\?token=([\w-]+)/.exec(mail!.text!)![1];
  expect((await shop.http.post('/api/auth/verify-email').send({ token })).status).toBe(200);
  await shop.settles();
  return token!;
}

/** Opens the verification link while signed in to the account, which proves the mailbox. */
async function proveMailbox(buyer: TestBuyer): Promise<void> {
  const token = await verify(buyer.email);
  await as(shop, buyer).post('/api/auth/prove-mailbox', { token }).expect(200);
  await shop.settles();
}

describe('guest purchase', () => {
  it('moves to the account with the same address only after the account’s owner has proven the mailbox', async () => {
    const email = address();
    const id = await buyAsGuest(email);
    const buyer = await aBuyer(shop, email);
    expect(await listPurchases(buyer)).toEqual([]);
    await proveMailbox(buyer);
    expect(await listPurchases(buyer)).toMatchObject([{ id, status: 'paid' }]);
    const access = await delivered(shop, buyer, id);
    const link = await as(shop, buyer).post('/api/downloads/secure', { token: access.downloadToken });
    expect((await fetch(link.body.data.downloadUrl)).status).toBe(200);
  });

  it('does not move to another user’s account until the mailbox owner takes over the account by a password reset', async () => {
    const email = address();
    const id = await buyAsGuest(email);
    const otherUser = await aBuyer(shop, email);
    await verify(email);
    // Without a guest key, this request creates a second order.
    const later = await buyAsGuest(email, {}, { 'x-forwarded-for': '198.51.100.9' });
    expect(await listPurchases(otherUser)).toEqual([]);

    await shop.http.post('/api/password-reset/request').send({ email }).expect(200);
    await shop.settles();
    const mail = (await shop.mails()).find(
      ({ to, text }) => to[0]!.address === email && text?.includes('reset-password'),
    );
    const token = /reset-password\?token=([\w-]+)/.exec(mail!.text!)![1];
    const password = 'Saumzugabe-3cm';
    await shop.http.post('/api/password-reset/confirm').send({ token, new_password: password }).expect(200);
    await shop.settles();
    await as(shop, otherUser).get('/api/users/purchases').expect(401);
    const { body } = await shop.http.post('/api/auth/login').send({ email, password }).expect(200);
    expect(await listPurchases({ ...otherUser, token: body.data.accessToken })).toMatchObject([{ id: later }, { id }]);
  });

  it('moves immediately to an account whose owner has proven the mailbox', async () => {
    const email = address();
    const buyer = await aBuyer(shop, email);
    await proveMailbox(buyer);
    const id = await buyAsGuest(email.toUpperCase(), { guest_key: KEY });
    expect(await listPurchases(buyer)).toMatchObject([{ id }]);
    // The guest retries after a lost response.
    const again = await startPayment(shop, null, patternId, { buyer_email: email, guest_key: KEY });
    expect(again.body.data).toMatchObject({ purchase_id: id, client_secret: null, status: 'succeeded' });
  });

  describe('of a free pattern', () => {
    let freeHat: string;
    let freeScarf: string;
    beforeAll(async () => {
      freeHat = await aPattern().titled('Mütze Mia').costing(0).in(shop);
      freeScarf = await aPattern().titled('Schal Sina').costing(0).in(shop);
      await shop.settles();
    });
    /** Uses a separate guest key for each order. */
    async function orderFree(email: string, pattern: string): Promise<string> {
      const guest_key = String((count += 1)).padEnd(22, 'k');
      const started = await startPayment(shop, null, pattern, { buyer_email: email, guest_key }).expect(201);
      expect(started.body.data).toMatchObject({ status: 'succeeded', client_secret: null });
      await shop.settles();
      return started.body.data.purchase_id as string;
    }
    // A stranger can choose the title, the designer's name and the part of the address after the plus. A confirmation with
    // these texts could contain a message of the stranger.
    it('is confirmed without texts that another user has chosen', async () => {
      const email = address().replace('@', '+buy-now@');
      await orderFree(email, await aPattern().titled('Jetzt www.example.org öffnen').costing(0).in(shop));
      const mail = (await shop.mails()).find(({ to }) => to[0]!.address === email);
      expect(mail!.subject).toMatch(/^(Deine Bestellung|Your order) PP-\d{4}-\d{6}$/);
      for (const body of [mail!.text!, String(mail!.html)]) expect(body).not.toMatch(/example\.org|buy-now|Designer/i);
    });

    const listUnclaimedIds = async (email: string) =>
      (
        await shop.sql.rows<{ id: string }>(
          `select id from purchases where buyer_email_key = $1 and buyer_id is null order by created_at`,
          [email],
        )
      ).map(({ id }) => id);
    const listPurchaseIds = async (buyer: TestBuyer) => (await listPurchases(buyer)).map(({ id }) => id).toSorted();

    it('moves to the account only once per pattern; every paid order moves', async () => {
      const email = address();
      const first = await orderFree(email, freeHat);
      const [second, third] = [await orderFree(email, freeHat), await orderFree(email, freeHat)];
      const scarf = await orderFree(email, freeScarf);
      const paid = [await buyAsGuest(email), await buyAsGuest(email)];
      const buyer = await aBuyer(shop, email);
      await proveMailbox(buyer);
      expect(await listPurchaseIds(buyer)).toEqual([first, scarf, ...paid].toSorted());
      expect(await listUnclaimedIds(email)).toEqual([second, third]);
    });

    it('does not move to an account that already has the pattern', async () => {
      const email = address();
      const buyer = await aBuyer(shop, email);
      await proveMailbox(buyer);
      const first = await orderFree(email, freeHat);
      expect(await listPurchaseIds(buyer)).toEqual([first]);
      const second = await orderFree(email, freeHat);
      expect(await listPurchaseIds(buyer)).toEqual([first]);
      expect(await listUnclaimedIds(email)).toEqual([second]);
    });
  });

  it('leads to mails that say that downloads require an account; the mails state the VAT, or why there is none', async () => {
    const mailsTo = async (email: string) =>
      (await shop.mails()).filter(({ to, subject }) => to[0]!.address === email && /order|download/.test(subject));
    const [guest, buyer] = [address(), await aBuyer(shop)];
    await buyAsGuest(guest, { country: 'NO', locale: 'en' });
    await buy(shop, buyer, patternId, { country: 'AT', locale: 'en' });
    await until('both mails have arrived', async () => (await mailsTo(buyer.email)).length === 2);
    const toGuest = await mailsTo(guest);
    expect(toGuest.map(({ text }) => /You ordered without an account/.test(text!))).toEqual([true, true]);
    expect(toGuest.some(({ text }) => text!.includes('incl.'))).toBe(false);
    expect(toGuest.some(({ text }) => text!.includes('VAT: Not subject to German VAT'))).toBe(true);
    const toBuyer = await mailsTo(buyer.email);
    expect(toBuyer.some(({ text }) => text!.includes('without an account'))).toBe(false);
    expect(toBuyer.some(({ text }) => text!.includes('incl. 20% VAT (2,15\u00A0€, Austria)'))).toBe(true);
  });

  it('keeps address, language and consent of a pending order when another request uses the same address', async () => {
    const victim = { buyer_email: 'fi1@example.com', consent: false, locale: 'de', guest_key: KEY };
    const first = await startPayment(shop, null, patternId, victim);
    const second = await startPayment(shop, null, patternId, {
      buyer_email: 'ﬁ1@EXAMPLE.com',
      consent: true,
      locale: 'en',
      guest_key: KEY,
    });
    const rows = await shop.sql.rows(
      `select id, status, buyer_email, locale, consent is not null as consent from purchases
       where id = any($1) order by created_at`,
      [[first.body.data.purchase_id, second.body.data.purchase_id]],
    );
    expect(rows).toMatchObject([
      { status: 'cancelled', buyer_email: 'fi1@example.com', locale: 'de', consent: false },
      { status: 'pending', buyer_email: 'fi1@EXAMPLE.com', locale: 'en', consent: true },
    ]);
  });

  it('does not return the payment of a pending order to another browser', async () => {
    const details = { buyer_email: address(), country: 'DE', locale: 'de', consent: true };
    const from = async (ip: string, body: object = {}) => {
      const guest_key = ip.replaceAll('.', '-').padEnd(22, 'x');
      const order = { ...details, guest_key, ...body };
      const started = await startPayment(shop, null, patternId, order).set('x-forwarded-for', ip);
      return started.body.data as { client_secret: string; purchase_id: string };
    };
    const [buyerIp, otherIp] = ['198.51.100.1', '203.0.113.1'];
    const ownOrder = await from(buyerIp);
    const otherOrder = await from(otherIp);
    expect(otherOrder.client_secret).not.toBe(ownOrder.client_secret);
    await from(otherIp, { locale: 'en', consent: false });
    for (let card = 0; card < 5; card += 1) {
      const { client_secret: secret } = await from(otherIp);
      expect(secret).not.toBe(ownOrder.client_secret);
      await confirmCard(shop, secret, DECLINED);
    }
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    expect((await startPayment(shop, null, patternId, details).set('x-forwarded-for', otherIp)).status).toBe(429);
    expect(await from(buyerIp)).toEqual(ownOrder);

    // After a day the guest keys and networks are purged while both orders are pending.
    await shop.sql.rows(
      `update purchases set status = 'pending', opened_from = null, guest_key = null where buyer_email_key = $1`,
      [details.buyer_email],
    );
    expect((await from(buyerIp)).client_secret).not.toBe(ownOrder.client_secret);
    expect((await confirmCard(shop, ownOrder.client_secret)).status).toBe(200);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [ownOrder.purchase_id]),
    );
  });

  it.each([
    ['country', { country: 'NO' }],
    ['language', { locale: 'en' }],
    ['consent', { consent: false }],
  ])('keeps the buyer’s terms when another request with the same address states another %s', async (_, otherTerm) => {
    const email = address();
    const terms = { buyer_email: email, country: 'DE', locale: 'de', consent: true, guest_key: KEY };
    const otherOrder = (await startPayment(shop, null, patternId, { ...terms, ...otherTerm })).body.data;
    const ownOrder = (await startPayment(shop, null, patternId, terms)).body.data;
    expect((await startPayment(shop, null, patternId, terms)).body.data).toEqual(ownOrder);
    expect((await confirmCard(shop, otherOrder.client_secret)).status).toBe(400);
    expect((await confirmCard(shop, ownOrder.client_secret)).status).toBe(200);
    await until('the order is paid', () =>
      shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [ownOrder.purchase_id]),
    );
    await shop.settles();
    const agreed = await shop.sql.row(
      `select u.country, u.locale, u.consent is not null as consent, i.vat_rate as rate
       from purchases u join invoices i on i.purchase_id = u.id where u.id = $1`,
      [ownOrder.purchase_id],
    );
    expect(agreed).toEqual({ country: 'DE', locale: 'de', consent: true, rate: '19.00' });
  });
});

describe('repeated order after a price change', () => {
  it('returns the first order if it is paid and the same guest’s browser sends both requests', async () => {
    const guest = { buyer_email: address(), guest_key: KEY };
    for (const [cents, later] of [
      [0, 900],
      [900, 0],
    ] as const) {
      const pattern = await aPattern().costing(cents).in(shop);
      await shop.settles();
      const first = (await startPayment(shop, null, pattern, guest).expect(201)).body.data;
      if (cents > 0) await confirmCard(shop, first.client_secret);
      await until('the order is paid', () =>
        shop.sql.row(`select from purchases where id = $1 and status = 'paid'`, [first.purchase_id]),
      );
      await shop.sql.rows('update patterns set price_cents = $2 where id = $1', [pattern, later]);
      const { purchase_id, payment_intent_id } = first;
      const again = await startPayment(shop, null, pattern, guest).expect(201);
      expect(again.body.data).toMatchObject({ purchase_id, payment_intent_id, amount: cents, status: 'succeeded' });
      await shop.settles();
    }
  });

  it('opens no second payment while the first payment cannot be cancelled', async () => {
    const buyer = await aBuyer(shop);
    const pattern = await aPattern().costing(900).in(shop);
    await shop.settles();
    const first = await startPayment(shop, buyer, pattern);
    await shop.sql.rows(`update patterns set price_cents = 1400 where id = $1`, [pattern]);
    shop.stripe.control.failNext({ path: /\/cancel$/, times: 4, outcome: 'error', status: 500 });
    expect((await startPayment(shop, buyer, pattern)).status).toBe(502);
    shop.stripe.control.clearFaults();
    const third = await startPayment(shop, buyer, pattern);
    expect(third.body.data).toMatchObject({ amount: 1400 });
    expect(third.body.data.purchase_id).not.toBe(first.body.data.purchase_id);
    const payments = shop.stripe.control
      .payments()
      .filter(({ id }) => [first.body.data.payment_intent_id, third.body.data.payment_intent_id].includes(id));
    expect(payments.map(({ status }) => status)).toEqual(['canceled', 'requires_payment_method']);
  });
});
