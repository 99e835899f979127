import type { Language } from '#backend/platform/language.js';

export interface Money {
  /** In the smallest unit of the currency. */
  cents: number;
  /** ISO 4217. */
  currency: string;
}

/** Formats a price like `12,90 €` or `−12,90 €`. Mails in English use the German format too, because the shop's pages do. */
export function formatPrice({ cents, currency }: Money): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('-', '−');
}

/** Formats a time like `21. November 2026 um 04:52 MEZ` or `21 November 2026 at 04:52 CET`, always in German time. */
export function formatMoment(moment: Date, locale: Language): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  }).format(moment);
}

/** Formats a date like `21. November 2026` or `21 November 2026`, always in German time. */
export function formatDay(day: Date, locale: Language): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(day);
}

/** Formats a number like `25,5` (German) or `25.5` (English). */
export function formatNumber(value: number, locale: Language): string {
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB').format(value);
}

/** Formats a size like `1,4 MB` or `320 kB`; at least `1 kB`. */
export function formatSize(bytes: number, locale: Language): string {
  const [value, unit] = bytes < 1e6 ? [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', options).format(value);
}

/** Puts untrusted text on one line: line breaks and control characters become spaces. Removes bidirectional overrides. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/**
 * @returns the name for the greeting; null when the name is missing, longer than 60 characters, or looks like a link. An
 * attacker can register with another person's address and a name such as "Win at evil.example". With this name, the mail
 * would show the attacker's advertisement to that person.
 */
export function greetingName(name: string | null): string | null {
  const line = oneLine(name ?? '');
  const linkLike = /[/@:]|www\.|\p{L}\.\p{L}{2,}/iu.test(line);
  return line && line.length <= 60 && !linkLike ? line : null;
}
