import type { Licence } from '../../platform/licence.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { LICENCE_TEXTS, LICENCE_VERSION } from './licence-text.js';
import { WAIVER_TEXTS } from './waiver.js';

let shop: OpenShop;
let buyer: TestBuyer;
let patternId: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
  patternId = await aPattern().titled('Schürze Jette').costing(690).in(shop);
  await changeLicence(SERIES);
  await shop.settles();
});
afterEach(() => shop.settles());

const SERIES: Licence = { kind: 'small-series', pieces: 50 };
const PRIVATE: Licence = { kind: 'private', pieces: null };
const SERIES_TEXT = /Kleinserie: .* insgesamt höchstens 50 Stück\./;

const changeLicence = (licence: Licence | null) =>
  shop.sql.rows(
    `update patterns set details = case when $2::jsonb is null then details #- '{de,licence}'
                                   else jsonb_set(details, '{de,licence}', $2::jsonb) end where id = $1`,
    [patternId, licence && JSON.stringify(licence)],
  );
const readLicence = async (id: string) =>
  (await shop.sql.row<{ licence: object | null }>('select licence from purchases where id = $1', [id]))!.licence;
const readReceipt = (to: string) =>
  until('the receipt has arrived', async () =>
    (await shop.mails()).find((mail) => mail.to[0]!.address === to && /PP-/.test(mail.subject)),
  );
const readPayment = (purchaseId: string) =>
  shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === purchaseId)!;

describe('the licence of an order', () => {
  it('is in the purchase and the receipt, and stays the same when the designer changes the licence', async () => {
    const id = await buy(shop, buyer, patternId, { licence: SERIES });
    await changeLicence(PRIVATE);
    const { confirmation } = await delivered(shop, buyer, id);
    expect(confirmation.licence).toEqual({
      ...SERIES,
      version: LICENCE_VERSION,
      locale: 'de',
      text: expect.stringMatching(SERIES_TEXT),
    });
    expect(await readReceipt(buyer.email)).toMatchObject({
      text: expect.stringMatching(SERIES_TEXT),
      html: expect.stringMatching(SERIES_TEXT),
    });
    const { purchases } = (await as(shop, buyer).get('/api/users/purchases?lang=en').expect(200)).body.data;
    expect(purchases[0].confirmation.licence).toEqual(confirmation.licence);
  });

  it('is private when the designer has chosen none', async () => {
    await changeLicence(null);
    const id = await buy(shop, buyer, patternId, { locale: 'en' });
    expect((await delivered(shop, buyer, id)).confirmation.licence).toMatchObject({
      ...PRIVATE,
      locale: 'en',
      text: expect.stringMatching(/^Private use: /),
    });
  });

  it.each([
    ['an account', true],
    ['a guest', false],
  ])(
    'is never one that the buyer has not seen: the order of %s is refused, and nothing is stored',
    async (_, signedIn) => {
      const user = signedIn ? buyer : null;
      const response = await startPayment(shop, user, patternId, { licence: { kind: 'small-series', pieces: 51 } });
      expect([response.status, response.body.code]).toEqual([409, 'LICENCE_CHANGED']);
      expect(await shop.sql.row('select from purchases where pattern_id = $1', [patternId])).toBeNull();
      expect((await startPayment(shop, user, patternId, { licence: SERIES })).status).toBe(201);
    },
  );

  it('of a free pattern is checked too, before the order is made', async () => {
    await shop.sql.rows('update patterns set price_cents = 0 where id = $1', [patternId]);
    await startPayment(shop, buyer, patternId, { licence: PRIVATE }).expect(409);
    const { body } = await startPayment(shop, buyer, patternId, { licence: SERIES }).expect(201);
    expect(body.data.status).toBe('succeeded');
    expect(await readLicence(body.data.purchase_id)).toEqual({ ...SERIES, version: LICENCE_VERSION });
  });

  it.each([
    ['an account', true],
    ['a guest', false],
  ])('is the one that was valid when %s last opened the payment, also in the payment metadata', async (_, signedIn) => {
    const user = signedIn ? buyer : null;
    const terms = { buyer_email: buyer.email, guest_key: 'k'.repeat(32), locale: 'de' };
    const first = (await startPayment(shop, user, patternId, terms)).body.data;
    await changeLicence(PRIVATE);
    const second = (await startPayment(shop, user, patternId, { ...terms, licence: PRIVATE })).body.data;
    expect(second.purchase_id).toBe(first.purchase_id);
    expect(await readLicence(first.purchase_id)).toEqual({ ...PRIVATE, version: LICENCE_VERSION });
    expect(readPayment(first.purchase_id).metadata.licence).toBe(`${LICENCE_VERSION} private`);
  });

  it('must be a licence', async () => {
    for (const [licence, field] of [
      [{ kind: 'unlimited' }, 'licence.kind'],
      [{ kind: 'small-series' }, 'licence.pieces'],
      ['private', 'licence'],
    ] as const) {
      const response = await startPayment(shop, buyer, patternId, { licence });
      expect([response.status, response.body.error.details[0].field]).toEqual([400, field]);
    }
  });
});

describe('the texts of an order', () => {
  it('are those of the version to which the buyer agreed, not the current ones', async () => {
    const id = await buy(shop, buyer, patternId);
    await delivered(shop, buyer, id);
    await shop.sql.rows(
      `update purchases set licence = licence || '{"version": "2025-01-01"}', consent = consent || '{"version": "2025-01-01"}'
       where id = $1`,
      [id],
    );
    const old = { private: 'Früher privat.', 'small-series': 'Früher {{pieces}} Stück.', commercial: 'Früher mehr.' };
    LICENCE_TEXTS['2025-01-01'] = { sha256: '', texts: { de: old, en: old } };
    WAIVER_TEXTS['2025-01-01'] = { sha256: '', texts: { de: 'Früher gern.', en: 'Gladly, back then.' } };
    const { confirmation } = await accessOf(shop, buyer, id);
    expect([confirmation.licence!.text, confirmation.waiver!.text]).toEqual(['Früher 50 Stück.', 'Früher gern.']);
    delete LICENCE_TEXTS['2025-01-01'];
    delete WAIVER_TEXTS['2025-01-01'];
  });
});
