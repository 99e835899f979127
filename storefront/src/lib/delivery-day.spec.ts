import { describe, expect, it } from 'vitest';
import { plannedDeliveryDay } from './delivery-day';

describe('the planned day of delivery', () => {
  it.each([
    ['2026-11-16T10:00:00Z', '2026-12-01'],
    ['2026-11-21T10:00:00Z', '2026-12-08'],
    ['2026-11-22T10:00:00Z', '2026-12-08'],
    ['2026-11-16T23:30:00Z', '2026-12-02'],
  ])('of an order at %s is %s', (orderedAt, day) => {
    expect(plannedDeliveryDay(new Date(orderedAt))).toMatch(new RegExp(`^${day}`));
  });
});
