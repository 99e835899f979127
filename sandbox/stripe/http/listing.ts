import type { Parameters } from './form-parameters.ts';
import { group, integer, text, type Rule } from './parameter-rules.ts';
import { resourceMissing } from './stripe-error.ts';

interface TimeRange {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

const range = group({ gt: integer(0), gte: integer(0), lt: integer(0), lte: integer(0) });

/** `created=5` or `created[gte]=5`, in Unix seconds. */
const timeRange: Rule<TimeRange> = (raw: string | Parameters, path) => {
  if (typeof raw !== 'string') return range(raw, path);
  const exact = integer(0)(raw, path);
  return { gte: exact, lte: exact };
};

/** The parameters of all lists. */
export const PAGING = { limit: integer(1, 100), starting_after: text(), ending_before: text(), created: timeRange };

interface PageParameters {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: TimeRange;
}

const isWithin = (at: number, { gt = -1, gte = 0, lt = Infinity, lte = Infinity }: TimeRange): boolean =>
  at > gt && at >= gte && at < lt && at <= lte;

/**
 * @param rows the rows in the order of their creation
 * @param keep a function that is true for the rows of the list
 * @returns one page, newest first
 */
export const paginate = <T extends { id: string; created: number }>(
  rows: Map<string, T>,
  url: string,
  { limit = 10, starting_after: after, ending_before: before, created = {} }: PageParameters,
  keep: (row: T) => boolean = () => true,
): { object: 'list'; data: T[]; has_more: boolean; url: string } => {
  const missing = [after, before].find((id) => id !== undefined && !rows.has(id));
  if (missing !== undefined) {
    throw resourceMissing(
      url.slice('/v1/'.length, -1),
      missing,
      after === missing ? 'starting_after' : 'ending_before',
      400,
    );
  }
  const all = [...rows.values()].toReversed();
  const start = after === undefined ? 0 : all.findIndex((row) => row.id === after) + 1;
  const end = before === undefined ? all.length : all.findIndex((row) => row.id === before);
  const found = all.slice(start, end).filter((row) => isWithin(row.created, created) && keep(row));
  // With `ending_before`, the page contains the rows nearest to the cursor; it is sorted newest first too.
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', data, has_more: found.length > data.length, url };
};
