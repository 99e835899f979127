import type { Refund } from './refund.entity.js';
import type { RefundRequest } from './refund-request.entity.js';
import { totalAfter } from './refund-total.js';

const EARLY = new Date('2026-11-20T10:00:00Z');
const LATE = new Date('2026-11-21T10:00:00Z');

const refundOf = (cents: number, fields: Partial<Refund> = {}) =>
  ({ cents, source: 'event', requestId: null, refundedAt: EARLY, ...fields }) as Refund;
const requestOf = (id: string, fields: Partial<RefundRequest> = {}) =>
  ({ id, amountCents: 200, requestedAt: EARLY, settledAt: EARLY, failure: null, ...fields }) as RefundRequest;
const known = (refundedCents: number) => ({ amountCents: 1290, refundedCents });
const event = (cents: number | 'all') => ({ cents, source: 'event', request: null }) as const;

describe('the refunded total of a purchase', () => {
  it('is the total of Stripe, and the whole amount when Stripe has refunded everything', () => {
    expect(totalAfter(known(0), [], [], event(300))).toBe(300);
    expect(totalAfter(known(300), [refundOf(300)], [], event('all'))).toBe(1290);
  });

  it('contains what a lost dispute has taken, once', () => {
    const disputed = [refundOf(500, { source: 'dispute' })];
    expect(totalAfter(known(300), [refundOf(300)], [], { cents: 500, source: 'dispute', request: null })).toBe(800);
    expect(totalAfter(known(500), disputed, [], { cents: 500, source: 'dispute', request: null })).toBe(500);
    expect(totalAfter(known(500), disputed, [], event(200))).toBe(700);
    const request = requestOf('b', { settledAt: null });
    expect(totalAfter(known(500), disputed, [request], { cents: 200, source: 'response', request })).toBe(700);
  });

  it('contains a refund that a bank returned, but not twice when it is made again', () => {
    const refunds = [refundOf(300, { requestId: 'a' })];
    const request = requestOf('b', { settledAt: null });
    const response = { cents: 200, source: 'response', request } as const;
    const returned = requestOf('a', { amountCents: 300, failure: 'expired_card' });
    expect(totalAfter(known(300), refunds, [returned, request], response)).toBe(500);
    const again = requestOf('a', { amountCents: 300, settledAt: null, requestedAt: LATE });
    expect(totalAfter(known(300), refunds, [again, request], response)).toBe(500);
    // Stripe has made the first one again, and its response is not recorded yet.
    expect(totalAfter(known(300), refunds, [again, request], { ...response, cents: 500 })).toBe(500);
    expect(totalAfter(known(300), refunds, [again], { cents: 300, source: 'response', request: again })).toBe(300);
  });

  it('does not count a refund as returned while only its response is missing', () => {
    const first = requestOf('a', { amountCents: 300, settledAt: null });
    const second = requestOf('b', { settledAt: null });
    const refunds = [
      refundOf(200, { requestId: 'b', refundedAt: LATE }),
      refundOf(300, { requestId: 'a', refundedAt: LATE }),
    ];
    expect(totalAfter(known(500), refunds, [first, second], { cents: 500, source: 'response', request: first })).toBe(
      500,
    );
  });
});
