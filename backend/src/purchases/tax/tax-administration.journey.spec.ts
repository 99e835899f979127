import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommandBus } from '@nestjs/cqrs';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, startPayment, US_CARD } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { IssueInvoice } from '../invoices/commands/issue-invoice.js';

let shop: OpenShop;
let patternId: string;
let admin: TestBuyer;
let colleague: TestBuyer;

beforeAll(async () => {
  shop = await openShop();
  patternId = await aPattern().costing(1290).in(shop);
  admin = await aBuyer(shop);
  colleague = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = any($1)`, [[admin.id, colleague.id]]);
});
afterAll(() => shop?.close());

const issueInvoice = (purchaseId: string) =>
  RequestContext.create(shop.api.get(MikroORM).em, () =>
    shop.api.get(CommandBus).execute(new IssueInvoice(purchaseId)),
  );

const today = async () => (await shop.sql.row<{ day: string }>(TODAY))!.day;
const TODAY = `select (now() at time zone 'Europe/Berlin')::date::text as day`;
const overview = async () => (await as(shop, admin).get('/api/admin/tax?lang=de')).body.data;
const ratesOf = async (country: string) =>
  ((await overview()).rates as { country: string; rate: number; validFrom: string }[])
    .filter((rate) => rate.country === country)
    .map(({ rate, validFrom }) => [rate, validFrom]);
const propose = (body: object, who = admin) => as(shop, who).post('/api/admin/tax/rates', body);
const decide = (id: string, verb: 'confirm' | 'discard', who = colleague) =>
  as(shop, who).post(`/api/admin/tax/rates/${id}/${verb}`, {});
const problemOf = ({ status, body }: { status: number; body: { error: { details: { field: string }[] } } }) => [
  status,
  body.error.details?.[0]?.field,
];

describe('a new VAT rate', () => {
  it('holds only after a confirmation, from its day, and the log tells who proposed and who confirmed it', async () => {
    const before = await ratesOf('AT');
    const proposed = await propose({ country: 'at', rate: 21.5, valid_from: '2090-01-01' });
    expect(proposed.status).toBe(201);
    const { id } = proposed.body.data;
    expect(await ratesOf('AT')).toEqual(before);
    expect((await overview()).proposals).toMatchObject([
      { id, name: 'Österreich', rate: 21.5, validFrom: '2090-01-01', proposedBy: expect.any(String) },
    ]);
    expect((await decide(id, 'confirm')).status).toBe(200);
    expect(await ratesOf('AT')).toEqual([[21.5, '2090-01-01'], ...before]);
    expect((await overview()).proposals).toEqual([]);
    expect((await decide(id, 'discard')).body.code).toBe('RATE_PROPOSAL_DECIDED');
    const log = await shop.sql.rows(
      `select actor_id as actor, action from audit_entries where action like 'purchases.vat-rate-%' order by id`,
    );
    expect(log).toEqual([
      { actor: admin.id, action: 'purchases.vat-rate-proposed' },
      { actor: colleague.id, action: 'purchases.vat-rate-confirmed' },
    ]);
    const served = (await shop.http.get('/api/payments/countries')).body.data.countries.find(
      ({ country }: { country: string }) => country === 'AT',
    );
    expect(served.vatRate).toBe(20);
  });

  it('does not hold when it is discarded', async () => {
    const { id } = (await propose({ country: 'BE', rate: 22, valid_from: '2090-01-01' })).body.data;
    expect((await decide(id, 'discard', admin)).status).toBe(200);
    expect(await ratesOf('BE')).toHaveLength(1);
  });

  it('is refused at its field: unknown country, rate out of range, invalid, past or taken day', async () => {
    const form = { country: 'LU', rate: 18, valid_from: '2090-02-01' };
    expect(problemOf(await propose({ ...form, country: 'CH' }))).toEqual([400, 'country']);
    for (const rate of [0, 51, 18.123, '18', null])
      expect(problemOf(await propose({ ...form, rate }))).toEqual([400, 'rate']);
    for (const valid_from of ['', '2090-02-30', '1.2.2090', '2025-01-01', await today()])
      expect(problemOf(await propose({ ...form, valid_from }))).toEqual([400, 'valid_from']);
    expect((await propose(form)).status).toBe(201);
    expect(problemOf(await propose({ ...form, rate: 19 }))).toEqual([400, 'valid_from']);
  });

  it('can begin today only where no rate holds, and then sales continue', async () => {
    await shop.owner.rows(`update vat_rates set valid_to = current_date - 2 where country = 'HR'`);
    const refused = await startPayment(shop, await aBuyer(shop), patternId, { country: 'HR' });
    expect([refused.status, refused.body.code]).toEqual([409, 'VAT_RATE_MISSING']);
    const { id } = (await propose({ country: 'HR', rate: 24, valid_from: await today() })).body.data;
    expect((await decide(id, 'confirm', admin)).status).toBe(200);
    await buy(shop, await aBuyer(shop), patternId, { country: 'HR' });
  });
});

describe('a card from a country with other VAT', () => {
  async function aContradiction(country: string): Promise<string> {
    const id = await buy(shop, await aBuyer(shop), patternId, { country }, US_CARD);
    await until('the card’s country is recorded', () =>
      shop.sql.row(`select from purchases where id = $1 and card_country = 'US' and status = 'paid'`, [id]),
    );
    return id;
  }
  const list = async (state = '') =>
    (await as(shop, admin).get(`/api/admin/tax/places?lang=de&limit=100&state=${state}`)).body.data.reviews as {
      id: string;
    }[];
  const find = async (id: string, state = '') => (await list(state)).find((review) => review.id === id);
  const decidePlace = (id: string, body: object) => as(shop, admin).post(`/api/admin/tax/places/${id}/decide`, body);

  it('waits for an administrator; one from a country without VAT like the stated one does not', async () => {
    const id = await aContradiction('AT');
    expect(await find(id, 'open')).toMatchObject({ statedName: 'Österreich', cardName: 'Vereinigte Staaten' });
    expect(await find(await aContradiction('NO'))).toBeUndefined();
    expect((await decidePlace(id, { decision: 'keep' })).body.error.details[0].field).toBe('reason');
    expect((await decidePlace(id, { decision: 'keep', reason: 'Reisekarte' })).status).toBe(200);
    expect(await find(id, 'open')).toBeUndefined();
    expect(await find(id, 'decided')).toMatchObject({ decision: 'keep', reason: 'Reisekarte', needsDocument: false });
    expect((await decidePlace(id, { decision: 'keep', reason: 'x' })).body.code).toBe('PLACE_REVIEW_DECIDED');
  });

  it('leads to a corrected place before the invoice is issued', async () => {
    const id = await aContradiction('AT');
    const body = { decision: 'correct', reason: 'Nachweis' };
    expect((await decidePlace(id, body)).body.error.details[0].field).toBe('country');
    expect((await decidePlace(id, { ...body, country: 'PT-30' })).status).toBe(200);
    await issueInvoice(id);
    const invoice = await shop.sql.row(
      `select country, vat_key as key, vat_rate as rate from invoices where purchase_id = $1`,
      [id],
    );
    expect(invoice).toEqual({ country: 'PT-30', key: 'PT-30', rate: '22.00' });
    expect(await find(id, 'document')).toBeUndefined();
  });

  it('never changes an issued invoice: the review stays visible until the invoice is corrected', async () => {
    const id = await aContradiction('AT');
    await issueInvoice(id);
    expect((await decidePlace(id, { decision: 'correct', country: 'US', reason: 'Nachweis' })).status).toBe(200);
    expect(await find(id, 'document')).toMatchObject({ needsDocument: true, correctedToName: 'Vereinigte Staaten' });
    const invoices = await shop.sql.rows(
      `select i.country, i.vat_cents as vat, u.country as purchase from invoices i join purchases u on u.id = i.purchase_id
       where u.id = $1`,
      [id],
    );
    expect(invoices).toEqual([{ country: 'AT', vat: 215, purchase: 'AT' }]);
    const log = await shop.sql.row(`select details from audit_entries where details->>'purchaseId' = $1`, [id]);
    expect(log).toMatchObject({ details: { decision: 'correct', country: 'US' } });
  });
});

describe('an order of an earlier version', () => {
  it.each([
    ['AT', { vatRate: 20, vatCents: 215, taxNote: null }],
    ['MC', { vatRate: null, vatCents: null, taxNote: expect.stringContaining('§ 3a') }],
  ])('keeps the VAT that the earlier version charged: %s', async (country, expected) => {
    const buyer = await aBuyer(shop);
    const id = await buy(shop, buyer, patternId, { country: 'DE' });
    await shop.sql.rows(`update purchases set country = $2, tax_scheme = null, vat_key = null where id = $1`, [
      id,
      country,
    ]);
    expect((await accessOf(shop, buyer, id)).confirmation).toMatchObject(expected);
  });
});
