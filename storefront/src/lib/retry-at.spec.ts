import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error';
import { retryAt } from './retry-at';

const tooMany = (seconds: number | null) => new ApiError(429, 'TOO_MANY_REQUESTS', '', [], seconds);
const now = new Date(2026, 10, 21, 15, 0, 30);

it('retryAt returns the minute from which a request is allowed, with the date if this minute is on another day', () => {
  expect(retryAt(tooMany(600), 'de', now)).toBe('15:11 Uhr');
  expect(retryAt(tooMany(600), 'en', now)).toBe('15:11');
  expect(retryAt(tooMany(86_400), 'de', now)).toBe('22. November 2026 um 15:01 Uhr');
});

it('retryAt returns null when the error is not a 429 or has no Retry-After', () => {
  expect(retryAt(tooMany(null), 'de', now)).toBeNull();
  expect(retryAt(new ApiError(503, 'UNAVAILABLE', '', [], 5), 'de', now)).toBeNull();
  expect(retryAt(new Error('lost'), 'de', now)).toBeNull();
});
