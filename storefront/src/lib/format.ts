import type { Language } from '../api/types';

const locale = { de: 'de-DE', en: 'en-GB' } as const;

/** Prices always read the German way, in the pattern's currency: 12,90 €. */
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

/** A day with its time, where hours matter. */
export function formatMoment(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}

/** The shop's own: dates that the law hangs on are the same wherever they are read, and the same as in the mails. */
const legalZone = { timeZone: 'Europe/Berlin' } as const;

/** The day on which a right ends. */
export function formatLegalDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', ...legalZone }).format(new Date(iso));
}

/** When something was declared or ordered, with the name of the time zone as buyers live anywhere. */
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

/** The last day before a moment at which something ends: what ends at midnight lasts until the day before. */
export function lastDay(endsAt: string): string {
  return new Date(new Date(endsAt).getTime() - 1000).toISOString();
}

/** `91 kB`, `12 MB`; nothing is shown as empty. */
export function formatSize(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  const [value, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale[language], { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Cuts at a length, between words, with an ellipsis inside it. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/\s*\S*$/, '')}…`;
}

/** What is left of a time, in the largest fitting unit; days round up, so that 30 days begin as 30; null when it has passed. */
export function remaining(iso: string, now = Date.now()): { unit: 'days' | 'hours' | 'minutes'; count: number } | null {
  const minutes = Math.floor((new Date(iso).getTime() - now) / 60_000);
  if (!(minutes >= 0)) return null;
  if (minutes >= 1440) return { unit: 'days', count: Math.ceil(minutes / 1440) };
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: Math.max(1, minutes) };
}

/** Writes a configured figure such as "2,500+" or "4.9/5" the way the language does. */
export function localFigure(figure: string, language: Language): string {
  return language === 'de' ? figure.replace(/[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : figure;
}
