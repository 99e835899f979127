import type { Language } from '../api/types';
import { locale } from './format';

/** Dates with a legal effect use the shop's time zone, as in the mails, wherever they are read. */
const legalZone = { timeZone: 'Europe/Berlin' } as const;

/** The day on which a right ends. */
export function formatLegalDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', ...legalZone }).format(new Date(iso));
}

/** The moment of a declaration or an order, with the name of the time zone. */
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

/** The last full day of a period: one that ends at midnight lasts until the day before. */
export function lastDay(endsAt: string): string {
  return new Date(new Date(endsAt).getTime() - 1000).toISOString();
}
