import type { Language } from '#backend/platform/language.js';

export interface Money {
  /** In the smallest unit of the currency. */
  cents: number;
  /** ISO 4217. */
  currency: string;
}

/** `12,90 €` in every language, exactly as the shop shows it before the order. */
export function formatPrice({ cents, currency }: Money): string {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `21. November 2026 um 04:52 MEZ`, `21 November 2026 at 04:52 CET`: the shop's time, named, as buyers live anywhere. */
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

/** `21. November 2026`: for what ends with a day, not with a minute. */
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

/** `1,4 MB`, `320 kB`; nothing is shown as empty. */
export function formatSize(bytes: number, locale: Language): string {
  const [value, unit] = bytes < 1e6 ? [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', options).format(value);
}

/** A text by a stranger on one line: no line breaks or other control characters, no reversed reading direction. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/**
 * The name to greet with, or null. Anybody can register a stranger's address under a name such as "Win at evil.example",
 * so names that read like advertising or a link are left out of the mail.
 */
export function greetingName(name: string | null): string | null {
  const line = oneLine(name ?? '');
  const linkLike = /[/@:]|www\.|\p{L}\.\p{L}{2,}/iu.test(line);
  return line && line.length <= 60 && !linkLike ? line : null;
}
