import { invalid } from '../../platform/api-error.js';

/** A year, a quarter or a month, as `2026`, `2026-Q4` or `2026-11`. */
export const PERIOD = /^(20\d\d)(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/;
export const PERIOD_MESSAGE = 'period must be a year, a quarter or a month, such as 2026, 2026-Q4 or 2026-11';

export interface Period {
  /** As given: `2026-Q4`. */
  text: string;
  year: number;
  /** 1 to 4; null unless the period is a quarter. */
  quarter: number | null;
  /** First day in Germany, yyyy-mm-dd. */
  from: string;
  /** First day after the period. */
  until: string;
  /** Last day. */
  to: string;
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** @throws {ApiError} 400 VALIDATION_FAILED for another text */
export function parsePeriod(text: string): Period {
  const match = PERIOD.exec(text);
  if (!match) throw invalid('period', PERIOD_MESSAGE);
  const year = Number(match[1]);
  const quarter = match[2] ? Number(match[2]) : null;
  const months = quarter ? 3 : match[3] ? 1 : 12;
  const first = quarter ? quarter * 3 - 3 : match[3] ? Number(match[3]) - 1 : 0;
  return {
    text,
    year,
    quarter,
    from: day(year, first, 1),
    until: day(year, first + months, 1),
    to: day(year, first + months, 0),
  };
}
