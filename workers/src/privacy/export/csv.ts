import { stringify } from 'csv-stringify/sync';
import type { Kind } from './kinds.js';
import type { Row, Snapshot, Value } from './snapshot.js';

/**
 * One kind of data as CSV (RFC 4180) with a byte order mark. Cells that a spreadsheet would evaluate as a formula start with
 * an apostrophe.
 */
export async function* writeCsv(snapshot: Snapshot, kind: Kind): AsyncGenerator<string> {
  let first = true;
  for await (const { columns, rows } of snapshot.batches(kind)) {
    yield stringify(rows.map(flat), {
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

const flat = (row: Row): Record<string, string | number | null> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));

function cell(value: Value): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
