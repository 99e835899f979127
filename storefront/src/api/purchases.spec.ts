import type { Query } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Purchase } from './types';
import { ApiError, isRefused } from './api-error';
import { downloadAccess } from './purchases';

const errorWith = (status: number, retryAfter: number | null = null) => new ApiError(status, '', '', [], retryAfter);

it('isRefused counts a status from 400 to 499 as a refusal, except 408', () => {
  expect([400, 403, 404, 429].map((status) => isRefused(errorWith(status)))).toEqual([true, true, true, true]);
  expect([0, 408, 500, 503].map((status) => isRefused(errorWith(status)))).toEqual([false, false, false, false]);
  expect(isRefused(new Error('not an ApiError'))).toBe(false);
});

it('downloadAccess polls again 3 s after a failed request, later if Retry-After is longer, and never after a 404', () => {
  type PurchaseQuery = Query<Purchase, Error, Purchase, string[]>;
  const refetchInterval = downloadAccess('pu1', 'en').refetchInterval as (query: PurchaseQuery) => number | false;
  const delayAfter = (error: Error | null) => refetchInterval({ state: { data: undefined, error } } as PurchaseQuery);
  expect([errorWith(0), errorWith(408), errorWith(503), errorWith(429)].map(delayAfter)).toEqual([
    3000, 3000, 3000, 3000,
  ]);
  expect(delayAfter(errorWith(429, 20))).toBe(20_000);
  expect([errorWith(404), null].map(delayAfter)).toEqual([false, false]);
});
