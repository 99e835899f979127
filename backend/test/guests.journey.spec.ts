import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { as, confirmCard, delivered, startPayment } from './support/pay.js';
import { until } from './support/settles.js';

let shop: OpenShop;
let patternId: string;
let count = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().titled('Hut Ida').in(shop);
  await shop.settles();
}, 60_000);
afterAll(() => shop?.close());

const address = () => `gast${(count += 1)}@example.com`;
const purchases = async (buyer: TestBuyer) =>
  (await as(shop, buyer).get('/api/users/purchases')).body.data.purchases as { id: string; status: string }[];

/** Pays without an account. @returns the purchase's id once it is paid and everything that follows has happened */
async function buyAsGuest(email: string): Promise<string> {
  const started = await startPayment(shop, null, patternId, { buyer_email: email });
  await confirmCard(shop, started.body.data.client_secret);
  const id = started.body.data.purchase_id as string;
  await until('the purchase is paid', () =>
    shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [id]),
  );
  await shop.settles();
  return id;
}

/** Opens the link of the mail, as its owner would. */
async function verify(email: string): Promise<void> {
  await shop.settles();
  const mail = (await shop.mails()).find(({ to, text }) => to[0]!.address === email && text?.includes('verify-email'));
  const token = /verify-email\?token=([\w-]+)/.exec(mail!.text!)![1];
  expect((await shop.http.post('/api/auth/verify-email').send({ token })).status).toBe(200);
  await shop.settles();
}

describe('a guest', () => {
  it('gets what was paid for once an account has proven the address, and not before', async () => {
    const email = address();
    const id = await buyAsGuest(email);
    const buyer = await aBuyer(shop, email);
    expect(await purchases(buyer)).toEqual([]);
    await verify(email);
    expect(await purchases(buyer)).toMatchObject([{ id, status: 'paid' }]);
    const access = await delivered(shop, buyer, id);
    const link = await as(shop, buyer).post('/api/downloads/secure', { token: access.downloadToken });
    expect((await fetch(link.body.data.downloadUrl)).status).toBe(200);
  });

  it('whose address is proven already finds the purchase in the account', async () => {
    const email = address();
    const buyer = await aBuyer(shop, email);
    await verify(email);
    const id = await buyAsGuest(email.toUpperCase());
    expect(await purchases(buyer)).toMatchObject([{ id }]);
  });

  it('keeps address, language and consent of an open order, whoever else knows the address', async () => {
    const victim = { buyer_email: 'fi1@example.com', consent: false, locale: 'de' };
    const first = await startPayment(shop, null, patternId, victim);
    const second = await startPayment(shop, null, patternId, {
      buyer_email: 'ﬁ1@EXAMPLE.com',
      consent: true,
      locale: 'en',
    });
    expect(second.body.data.purchase_id).toBe(first.body.data.purchase_id);
    const row = await shop.sql.row(`select buyer_email, locale, consent from purchases where id = $1`, [
      first.body.data.purchase_id,
    ]);
    expect(row).toEqual({ buyer_email: 'fi1@example.com', locale: 'de', consent: null });
  });
});

describe('a price that changes while an order is open', () => {
  it('opens no second payment as long as the first could still be charged', async () => {
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
    const states = shop.stripe.control
      .payments()
      .filter(({ id }) => [first.body.data.payment_intent_id, third.body.data.payment_intent_id].includes(id));
    expect(states.map(({ status }) => status)).toEqual(['canceled', 'requires_payment_method']);
  });
});
