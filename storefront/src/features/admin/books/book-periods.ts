import type { BookFormat } from '../../../api/admin';
import type { Language } from '../../../api/types';

/** The number of offered years: this year and the ten years before it. The retention of all older documents has ended. */
const yearCount = 11;

export const offeredYears = (now: Date): string[] =>
  Array.from({ length: yearCount }, (_, index) => String(now.getFullYear() - index));

const quarters = ['Q1', 'Q2', 'Q3', 'Q4'];
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The parts of a year that a format can cover; an empty text is the whole year. The OSS return covers a quarter. */
export const offeredParts = (format: BookFormat): string[] =>
  format === 'oss' ? quarters : ['', ...quarters, ...months];

export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(`2026-${month}-01T00:00:00Z`));

/** The last complete quarter, which the operator exports most often. */
export function lastQuarter(now: Date): { year: string; part: string } {
  const quarter = Math.floor(now.getMonth() / 3);
  return quarter === 0
    ? { year: String(now.getFullYear() - 1), part: 'Q4' }
    : { year: String(now.getFullYear()), part: `Q${quarter}` };
}
