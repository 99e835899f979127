import type { Language } from '../../../api/types';

export interface Table {
  columns: string[];
  rows: string[][];
}

/** Parses an amount in euros, such as "12,90", "12.9" or "12 €". @returns the cents, or null if the text is not an amount */
export function parseCents(text: string): number | null {
  const [, euros, cents = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s€]/g, '')) ?? [];
  return euros === undefined ? null : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

/** Parses a number with a decimal comma or a decimal point. @returns null for any other text */
export function parseNumber(text: string): number | null {
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;
}

/** Parses the number of pieces of a small series. @returns null if the text is not a whole number from 1 to 1000 */
export function parsePieces(text: string): number | null {
  const pieces = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return pieces >= 1 && pieces <= 1000 ? pieces : null;
}

const splitList = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
export const splitLines = (text: string) => splitList(text, /\n/);
export const splitSizes = (text: string) => splitList(text, /[,;\n]/);
export const splitTags = (text: string) => splitList(text.replaceAll('#', ''), /[,;\n]/);

export const isBlankTable = ({ columns, rows }: Table) =>
  [...columns, ...rows.flat()].every((cell) => cell.trim() === '');

/** Removes the empty rows and columns. @param keepFirst whether the first column stays even if it is empty */
export function trimTable({ columns, rows }: Table, keepFirst = false): Table {
  const kept = columns
    .map((_, column) => column)
    .filter((column) => {
      if (keepFirst && column === 0) return true;
      return [columns, ...rows].some((row) => row[column]?.trim());
    });
  const trimRow = (row: string[]) => kept.map((column) => (row[column] ?? '').trim());
  return { columns: trimRow(columns), rows: rows.map(trimRow).filter((row) => row.some(Boolean)) };
}

/** A number as the user types it: with the decimal mark of the language, without thousands separators. */
export function formatAmount(value: number, language: Language, digits?: number): string {
  const text = digits === undefined ? String(value) : value.toFixed(digits);
  return language === 'de' ? text.replace('.', ',') : text;
}
