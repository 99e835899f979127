import { provesAddress, withdrawalProof } from './withdrawal-proof.js';

const SECRET = 'a secret that only this test knows';
const EMAIL = 'buyer@example.com';
const paidAt = new Date('2026-11-02T12:00:00Z');

// Review point 15: a link in an old mail is no key for ever.
// review point 15
describe('the proof in a withdrawal link', () => {
  const proof = withdrawalProof(SECRET, EMAIL, paidAt);

  it.each([
    ['2026-11-02T12:00:00Z', true],
    // The right of withdrawal has ended on the 16th, and the mail may be read late.
    ['2026-12-02T23:59:59Z', true],
    ['2026-12-03T00:00:00Z', false],
    ['2027-11-02T12:00:00Z', false],
  ])('holds at %s: %s', (now, holds) => {
    expect(provesAddress(SECRET, EMAIL.toUpperCase(), proof, new Date(now))).toBe(holds);
  });

  it('cannot be given another day, and holds for one address', () => {
    const [, seal] = proof.split('.');
    for (const forged of [`zzzz.${seal}`, `${proof}x`, seal!, '', '.', 'zzzz.', proof.toUpperCase()])
      expect([forged, provesAddress(SECRET, EMAIL, forged, paidAt)]).toEqual([forged, false]);
    expect(provesAddress(SECRET, 'other@example.com', proof, paidAt)).toBe(false);
    expect(provesAddress(SECRET, EMAIL, null, paidAt)).toBe(false);
  });
});
