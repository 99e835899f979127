import type { Language } from '#backend/platform/language.js';

/** Formats a day like `21. November 2026` or `21 November 2026`. @param day yyyy-mm-dd */
export function longDay(day: string, locale: Language): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** @param address a postal address, its lines separated by commas or line breaks */
export const splitAddress = (address: string): string[] =>
  address
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean);
