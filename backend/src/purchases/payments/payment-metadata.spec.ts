import { deriveToken } from '../../platform/derived-token.js';
import { type MetadataFields, parsePaymentMetadata, toPaymentMetadata } from './payment-metadata.js';
import type { CardPayment } from './payment-event.js';

const SECRET = 'a secret of the test';
const order: MetadataFields = {
  id: '01990000-0000-7000-8000-000000000001',
  orderNumber: 'PP-2026-000001',
  patternId: '01990000-0000-7000-8000-000000000002',
  buyerId: null,
  locale: 'de',
  amountCents: 990,
  currency: 'EUR',
  consent: null,
  declaredCountry: 'AT',
  offeredFiles: ['01990000-0000-7000-8000-000000000003'],
  licence: { kind: 'small-series', pieces: 50, version: '2026-11-25' },
  termsTextId: 'terms-de-2026-11-25-0123456789ab',
  withdrawalTextId: 'withdrawal-de-2026-11-25-0123456789ab',
};
const parse = (metadata: Record<string, string>) =>
  parsePaymentMetadata({ amountCents: 990, currency: 'eur', metadata } as unknown as CardPayment, SECRET);

describe('the metadata of a payment', () => {
  it.each([
    [{ kind: 'small-series', pieces: 50, version: '2026-11-25' }],
    [{ kind: 'commercial', pieces: null, version: '2026-11-25' }],
    [null],
  ] as const)('contain the licence %j', (licence) => {
    expect(parse(toPaymentMetadata({ ...order, licence }, SECRET))?.licence).toEqual(licence);
  });

  it('contain the ids of the legal texts', () => {
    const { termsTextId, withdrawalTextId } = order;
    expect(parse(toPaymentMetadata(order, SECRET))).toMatchObject({ termsTextId, withdrawalTextId });
  });

  it('that were sealed before the shop had licences, or stored legal texts, stay valid', () => {
    const { licence, terms_text, withdrawal_text, seal: _, ...metadata } = toPaymentMetadata(order, SECRET);
    for (const parts of [metadata, { ...metadata, licence: licence! }]) {
      const seal = deriveToken(SECRET, 'payment-metadata', JSON.stringify([...Object.values(parts), 990, 'eur']));
      const expected = { orderNumber: 'PP-2026-000001', termsTextId: null, withdrawalTextId: null };
      expect(parse({ ...parts, seal })).toMatchObject(expected);
      expect(parse({ ...parts, terms_text: terms_text!, withdrawal_text: withdrawal_text!, seal })).toBeNull();
    }
  });

  it('are invalid when the licence was removed or changed after sealing', () => {
    const { licence: _, ...without } = toPaymentMetadata(order, SECRET);
    expect(parse(without)).toBeNull();
    expect(parse({ ...without, licence: '2026-11-25 commercial' })).toBeNull();
  });
});
