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

/** Formats a configured figure such as "2,500+" or "4.9/5" in a language. */
export function localFigure(figure: string, language: Language): string {
  return language === 'de' ? figure.replace(/[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : figure;
}
