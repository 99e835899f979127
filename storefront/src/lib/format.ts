import type { Language } from '../api/types';

export const locale = { de: 'de-DE', en: 'en-GB' } as const;

/** Formats a price in the German way in every language: 12,90 €. */
export function formatPrice(cents: number, currency = 'EUR'): string {
  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}

export function formatNumber(value: number, language: Language, digits?: number): string {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale[language], fixed).format(value);
}

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(iso),
  );
}

export function formatMoment(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}

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

/** `91 kB`, `12 MB`; at least 1 kB. */
export function formatSize(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  const [value, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale[language], { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Shortens a text between words; the ellipsis counts towards the length. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/\s*\S*$/, '')}…`;
}

/** The time left in the largest fitting unit, or null when it has passed. Days are rounded up: 30 days start as 30. */
export function remaining(iso: string, now = Date.now()): { unit: 'days' | 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.floor((new Date(iso).getTime() - now) / 60_000);
  if (!(minutes >= 0)) return null;
  if (minutes >= 1440) return { unit: 'days', count: Math.ceil(minutes / 1440) };
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: Math.max(1, minutes) };
}

/** Formats a configured figure such as "2,500+" or "4.9/5" in a language. */
export function localFigure(figure: string, language: Language): string {
  return language === 'de' ? figure.replace(/[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : figure;
}
