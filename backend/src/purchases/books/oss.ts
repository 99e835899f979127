import type { Sql } from '../../platform/database/sql.js';
import { OSS_DOCUMENT, VAT_COUNTRY } from './book-documents.js';
import { taxCountry } from './datev.js';
import type { Period } from './period.js';

interface Sale {
  country: string;
  /** Percent: `20.00`. */
  rate: string;
  netCents: number;
  vatCents: number;
}

interface Correction {
  country: string;
  year: number;
  quarter: number;
  vatCents: number;
}

const DOCUMENTS = `
with documents as (
  select ${VAT_COUNTRY} as country, i.vat_rate, i.net_cents, i.vat_cents, i.kind, i.supplied_on,
         (i.issued_at at time zone 'Europe/Berlin')::date as issued_on
  from invoices i where ${OSS_DOCUMENT})`;

/*
 * A sale belongs to the quarter of its supply. A cancellation or a correction in the same quarter reduces it; a later one is
 * a correction in the return of the quarter in which it is issued.
 */
const SALES = `${DOCUMENTS}
select country, vat_rate::text as rate, sum(net_cents)::float8 as "netCents", sum(vat_cents)::float8 as "vatCents"
from documents
where supplied_on >= $1::date and supplied_on < $2::date and (kind = 'invoice' or issued_on < $2::date)
group by country, vat_rate having sum(vat_cents) <> 0 and sum(net_cents) <> 0 order by country, vat_rate`;

const CORRECTIONS = `${DOCUMENTS}
select country, extract(year from supplied_on)::int as year, extract(quarter from supplied_on)::int as quarter,
       sum(vat_cents)::float8 as "vatCents"
from documents
where supplied_on < $1::date and issued_on >= $1::date and issued_on < $2::date and kind <> 'invoice'
group by 1, 2, 3 having sum(vat_cents) <> 0 order by country, year, quarter`;

/** The portal reads numbers with a point. */
const amount = (cents: number) => (cents / 100).toFixed(2);

/**
 * Writes the return of a quarter for the import of the BZSt portal (OSS, EU scheme, CSV version 2.0 in UTF-8): a record of
 * type 1 for each country, of type 2 for each country and rate (services), and of type 6 for each corrected quarter.
 */
export async function writeOss(sql: Sql, { from, until }: Period): Promise<Buffer> {
  const sales = await sql.unprepared<Sale>(SALES, [from, until]);
  const corrections = await sql.unprepared<Correction>(CORRECTIONS, [from, until]);
  const countries = new Set([...sales, ...corrections].map(({ country }) => taxCountry(country)));
  const lines = [
    '#v2.0',
    ...[...countries].toSorted().map((country) => `1,${country}`),
    ...sales.map(({ country, rate, netCents, vatCents }) =>
      ['2', taxCountry(country), 'STANDARD', rate, amount(netCents), amount(vatCents)].join(','),
    ),
    ...corrections.map(({ country, year, quarter, vatCents }) =>
      ['6', taxCountry(country), year, quarter, amount(vatCents)].join(','),
    ),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
