import { ApiError } from '../api/api-error';
import type { Language } from '../api/types';
import { locale } from './format';

/** @returns the time from which a rate-limited request is allowed again, or null for other errors */
export function retryAt(error: unknown, language: Language, now = new Date()): string | null {
  if (!(error instanceof ApiError) || error.status !== 429 || !error.retryAfter) return null;
  // Rounded up to the next full minute. Otherwise a request at the shown time could be some seconds too early.
  const at = new Date(Math.ceil((now.getTime() + error.retryAfter * 1000) / 60_000) * 60_000);
  const options: Intl.DateTimeFormatOptions =
    at.toDateString() === now.toDateString() ? { timeStyle: 'short' } : { dateStyle: 'long', timeStyle: 'short' };
  const time = new Intl.DateTimeFormat(locale[language], options).format(at);
  return language === 'de' ? `${time} Uhr` : time;
}
