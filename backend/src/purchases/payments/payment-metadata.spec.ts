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

  it('that were sealed before the shop had licences stay valid', () => {
    const { licence: _, seal: __, ...metadata } = toPaymentMetadata(order, SECRET);
    const sealed = JSON.stringify([...Object.values(metadata), 990, 'eur']);
    const seal = deriveToken(SECRET, 'payment-metadata', sealed);
    expect(parse({ ...metadata, seal })).toMatchObject({ orderNumber: 'PP-2026-000001', licence: null });
  });

  it('are invalid when the licence was removed or changed after sealing', () => {
    const { licence: _, ...without } = toPaymentMetadata(order, SECRET);
    expect(parse(without)).toBeNull();
    expect(parse({ ...without, licence: '2026-11-25 commercial' })).toBeNull();
  });
});
