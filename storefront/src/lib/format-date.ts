import type { Language } from '../api/types';
import { locale } from './format';

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(iso),
  );
}

export function formatMoment(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}

/** Dates with a legal effect are in the shop's time zone, as in the mails, and not in the time zone of the visitor. */
const legalZone = { timeZone: 'Europe/Berlin' } as const;

/** Formats the day on which a right ends. */
export function formatLegalDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', ...legalZone }).format(new Date(iso));
}

/** Formats the time of a declaration or an order, with the name of the time zone. */
export function formatLegalMoment(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...legalZone,
  }).format(new Date(iso));
}

/** @returns a moment on the last day of a period. A period that ends at midnight has the day before as its last day. */
export function lastDay(endsAt: string): string {
  return new Date(new Date(endsAt).getTime() - 1000).toISOString();
}

/** @returns the time left until `iso` in the largest fitting unit, or null if `iso` is in the past. Days are rounded up. */
export function remaining(iso: string, now = Date.now()): { unit: 'days' | 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.floor((new Date(iso).getTime() - now) / 60_000);
  if (!(minutes >= 0)) return null;
  if (minutes >= 1440) return { unit: 'days', count: Math.ceil(minutes / 1440) };
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: Math.max(1, minutes) };
}
