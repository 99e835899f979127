import { stringify } from 'csv-stringify/sync';
import type { Kind } from './kinds.js';
import type { Row, Snapshot, Value } from './snapshot.js';

/**
 * Writes one kind of data as CSV (RFC 4180) with a byte order mark. An apostrophe is put before a value that a spreadsheet
 * would evaluate as a formula.
 */
export async function* writeCsv(snapshot: Snapshot, kind: Kind): AsyncGenerator<string> {
  let first = true;
  for await (const { columns, rows } of snapshot.batches(kind)) {
    yield stringify(rows.map(toCells), {
      columns,
      header: first,
      bom: first,
      record_delimiter: 'windows',
      quoted_string: true,
      escape_formulas: true,
    });
    first = false;
  }
}

const toCells = (row: Row): Record<string, string | number | null> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)]));

function toCell(value: Value): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
