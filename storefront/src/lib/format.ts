import type { Language } from '../api/types';

export const locale = { de: 'de-DE', en: 'en-GB' } as const;

/** Formats a price with German separators in both languages: 12,90 €. */
export function formatPrice(cents: number, currency = 'EUR'): string {
  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}

export function formatNumber(value: number, language: Language, digits?: number): string {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale[language], fixed).format(value);
}

/** Formats a file size as `91 kB` or `12 MB`, with a minimum of 1 kB. */
export function formatSize(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  const [value, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale[language], { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Shortens a text to at most `length` characters, after a word if it contains several, and adds an ellipsis. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  return `${start.replace(/\s+\S*$/, '')}…`;
}

/** Formats a configured English figure such as "2,500+" or "4.9/5" for a language. */
export function localFigure(figure: string, language: Language): string {
  return language === 'de' ? figure.replace(/[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : figure;
}
