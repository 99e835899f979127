import type { Query } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Access } from './types';
import { ApiError, isRefused } from './api-error';
import { downloadAccess } from './purchases';

const failed = (status: number, retryAfter: number | null = null) => new ApiError(status, '', '', [], retryAfter);

it('retries a request without a response, but not a refused one', () => {
  expect([400, 403, 404, 429].map((status) => isRefused(failed(status)))).toEqual([true, true, true, true]);
  expect([0, 408, 500, 503].map((status) => isRefused(failed(status)))).toEqual([false, false, false, false]);
  expect(isRefused(new Error('of another kind'))).toBe(false);
});

it('polls a download again after a network error, and after a 429 once the server allows it', () => {
  type Asking = Query<Access, Error, Access, string[]>;
  const next = downloadAccess('pu1', 'en').refetchInterval as (query: Asking) => number | false;
  const after = (error: Error | null) => next({ state: { data: undefined, error } } as Asking);
  expect([failed(0), failed(408), failed(503), failed(429)].map(after)).toEqual([3000, 3000, 3000, 3000]);
  expect(after(failed(429, 20))).toBe(20_000);
  expect([failed(404), null].map(after)).toEqual([false, false]);
});
