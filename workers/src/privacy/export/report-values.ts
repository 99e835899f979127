import type { Language } from '#backend/platform/language.js';
import { describeAction } from '#backend/privacy/audit-descriptions.js';
import { formatPrice } from '../../mail/mail-format.js';
import { PAGE_WORDS, VALUE_WORDS } from './report-words.js';
import type { Row } from './snapshot.js';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes untrusted text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Formats the values of a report in one language. */
export class ReportValues {
  private readonly time: Intl.DateTimeFormat;
  private readonly number: Intl.NumberFormat;

  constructor(private readonly language: Language) {
    const locale = language === 'de' ? 'de-DE' : 'en-GB';
    this.time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' });
    this.number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  }

  moment(at: Date): string {
    return this.time.format(at);
  }

  count(value: number): string {
    return this.number.format(value);
  }

  /** @returns the value of a column as the report shows it; an empty text for a missing value */
  text(column: string, row: Row): string {
    const value = row[column];
    if (value === null || value === undefined || value === '') return '';
    if (value instanceof Date) return this.moment(value);
    if (typeof value === 'boolean') return (value ? PAGE_WORDS.yes : PAGE_WORDS.no)[this.language];
    if (column.endsWith('_cents')) return formatPrice({ cents: Number(value), currency: String(row.currency) });
    if (column === 'bytes') return `${this.number.format(Math.max(0.1, Number(value) / 1e6))} MB`;
    if (column === 'action') return describeAction(String(value), this.language);
    if (typeof value === 'number') return this.number.format(value);
    if (typeof value === 'object') return JSON.stringify(value);
    return ENUMERATIONS.has(column) ? (VALUE_WORDS[value]?.[this.language] ?? value) : value;
  }
}

const ENUMERATIONS = new Set([
  'actor',
  'cause',
  'decision',
  'ground',
  'kind',
  'language',
  'reason',
  'role',
  'state',
  'status',
  'type',
]);
