import fc from 'fast-check';
import { vatIncluded } from './vat.js';

describe('vatIncluded', () => {
  it.each([
    [1190, '19.00', 190],
    [1290, '19.00', 206],
    [990, '25.50', 201],
    [1, '19.00', 0],
    [4, '19.00', 1],
    [3, '20.00', 1],
    [990, '0.00', 0],
    [0, '27.00', 0],
  ])('computes the VAT in %d cents at %s %% as %d', (gross, rate, vat) => {
    expect(vatIncluded(gross, rate)).toBe(vat);
  });

  it('differs from the unrounded VAT by at most half a cent', () => {
    const prices = fc.integer({ min: 0, max: 10_000_000 });
    const rates = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(prices, rates, (gross, hundredths) => {
        const exact = (gross * hundredths) / (10_000 + hundredths);
        const vat = vatIncluded(gross, (hundredths / 100).toFixed(2));
        expect(Math.abs(vat - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});
