import type { Language } from '#backend/platform/language.js';

export interface Money {
  /** In the smallest unit of the currency. */
  cents: number;
  /** ISO 4217. */
  currency: string;
}

/** `12,90 €` in every language, as the shop shows prices. */
export function formatPrice({ cents, currency }: Money): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `21. November 2026 um 04:52 MEZ`, `21 November 2026 at 04:52 CET`: German time with its time zone. */
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

/** `21. November 2026`: a date without a time. */
export function formatDay(day: Date, locale: Language): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(day);
}

/** `25,5`, `25.5`. */
export function formatNumber(value: number, locale: Language): string {
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB').format(value);
}

/** `1,4 MB`, `320 kB`; at least `1 kB`. */
export function formatSize(bytes: number, locale: Language): string {
  const [value, unit] = bytes < 1e6 ? [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', options).format(value);
}

/** Puts untrusted text on one line: removes line breaks, control characters and bidirectional overrides. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/**
 * The name for the greeting, or null. An attacker can register another person's address with a name such as "Win at
 * evil.example", so names that look like links or advertising are omitted.
 */
export function greetingName(name: string | null): string | null {
  const line = oneLine(name ?? '');
  const linkLike = /[/@:]|www\.|\p{L}\.\p{L}{2,}/iu.test(line);
  return line && line.length <= 60 && !linkLike ? line : null;
}
