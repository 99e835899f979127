import { provesAddress, withdrawalProof } from './withdrawal-proof.js';

const SECRET = 'a secret of this test';
const EMAIL = 'buyer@example.com';
const paidAt = new Date('2026-11-02T12:00:00Z');

describe('withdrawal proof', () => {
  const proof = withdrawalProof(SECRET, EMAIL, paidAt);

  it.each([
    ['is valid', '2026-11-02T12:00:00Z', true],
    // The right of withdrawal ended on the 16th, but the buyer may read the mail later.
    ['is valid', '2026-12-02T23:59:59Z', true],
    ['has expired', '2026-12-03T00:00:00Z', false],
    ['has expired', '2027-11-02T12:00:00Z', false],
  ])('%s at %s', (_, now, valid) => {
    expect(provesAddress(SECRET, EMAIL.toUpperCase(), proof, new Date(now))).toBe(valid);
  });

  it('is refused if its day or its signature was changed, and for another address', () => {
    const [, signature] = proof.split('.');
    for (const forged of [`zzzz.${signature}`, `${proof}x`, signature!, '', '.', 'zzzz.', proof.toUpperCase()])
      expect([forged, provesAddress(SECRET, EMAIL, forged, paidAt)]).toEqual([forged, false]);
    expect(provesAddress(SECRET, 'other@example.com', proof, paidAt)).toBe(false);
    expect(provesAddress(SECRET, EMAIL, null, paidAt)).toBe(false);
  });
});
