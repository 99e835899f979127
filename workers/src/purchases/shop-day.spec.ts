import { shopDay } from './shop-day.js';

describe('shopDay', () => {
  it('returns the day in Germany, even around midnight and in summer', () => {
    expect(shopDay(new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-22');
    expect(shopDay(new Date('2026-11-21T22:30:00Z'))).toBe('2026-11-21');
    expect(shopDay(new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02');
  });
});
