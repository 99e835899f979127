import { provesAddress, withdrawalProof } from './withdrawal-proof.js';

const SECRET = 'a secret of this test';
const EMAIL = 'buyer@example.com';
const paidAt = new Date('2026-11-02T12:00:00Z');

describe('withdrawal proof', () => {
  const proof = withdrawalProof(SECRET, EMAIL, paidAt);

  it.each([
    ['2026-11-02T12:00:00Z', true],
    // The right of withdrawal ended on the 16th; the buyer may read the mail later.
    ['2026-12-02T23:59:59Z', true],
    ['2026-12-03T00:00:00Z', false],
    ['2027-11-02T12:00:00Z', false],
  ])('is valid at %s: %s', (now, valid) => {
    expect(provesAddress(SECRET, EMAIL.toUpperCase(), proof, new Date(now))).toBe(valid);
  });

  it('refuses a changed day and another address', () => {
    const [, seal] = proof.split('.');
    for (const forged of [`zzzz.${seal}`, `${proof}x`, seal!, '', '.', 'zzzz.', proof.toUpperCase()])
      expect([forged, provesAddress(SECRET, EMAIL, forged, paidAt)]).toEqual([forged, false]);
    expect(provesAddress(SECRET, 'other@example.com', proof, paidAt)).toBe(false);
    expect(provesAddress(SECRET, EMAIL, null, paidAt)).toBe(false);
  });
});
