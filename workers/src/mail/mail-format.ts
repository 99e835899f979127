import type { Language } from '#backend/platform/language.js';

export interface Money {
  /** In the smallest unit of the currency. */
  cents: number;
  /** ISO 4217. */
  currency: string;
}

/** Formats a price like `12,90 €`, in every language, as the shop shows prices. */
export function formatPrice({ cents, currency }: Money): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
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

/** Formats a date like `21. November 2026` or `21 November 2026`. */
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

/** Puts untrusted text on one line. Removes line breaks, control characters and bidirectional overrides. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/**
 * @returns the name for the greeting; null for a name that looks like a link or an advertisement, because an attacker can
 * register another person's address with a name such as "Win at evil.example"
 */
export function greetingName(name: string | null): string | null {
  const line = oneLine(name ?? '');
  const linkLike = /[/@:]|www\.|\p{L}\.\p{L}{2,}/iu.test(line);
  return line && line.length <= 60 && !linkLike ? line : null;
}
