import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { QueryBus } from '@nestjs/cqrs';
import { aPattern } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { type BookFormat, ExportBooks } from './queries/export-books.js';

/** A year of orders; every tenth one is cancelled in the following month. */
const ORDERS = 100_000;
const CANCELLED_EVERY = 10;
const MAX_SECONDS = 60;
const MAX_GROWTH_MB = 25;
const LINES_BETWEEN_MEASUREMENTS = 10_000;

/** Inserts the orders from $2 to $3 with their invoices. */
const INSERT_ORDERS = `
with orders as (
  insert into purchases (id, order_number, pattern_id, buyer_email, buyer_email_key, locale, amount_cents, currency, status,
    created_at, paid_at, country, payment_intent_id)
  select gen_random_uuid(), 'PP-2020-' || n, $1, 'many@example.com', 'many@example.com', 'de', 1190, 'EUR', 'paid', at, at,
         (array['DE', 'AT', 'FR', 'IT', 'NL'])[1 + n % 5], 'pi_many_' || n
  from (select n, timestamptz '2020-01-01' + n * interval '300 seconds' as at from generate_series($2::int, $3::int) n) numbers
  returning *)
insert into invoices (id, number, kind, purchase_id, order_number, pattern_title, locale, buyer_email, country, seller,
  net_cents, vat_cents, gross_cents, vat_rate, currency, supplied_on, issued_at, delete_after)
select gen_random_uuid(), 'RE-2020-' || lpad(substr(order_number, 9), 6, '0'), 'invoice', id, order_number, 'Mantel', 'de',
       buyer_email, country, '{}', 1000, 190, 1190, 19, 'EUR', paid_at::date, paid_at, '2099-12-31' from orders`;

const INSERT_CANCELLATIONS = `
insert into invoices (id, number, kind, cancels, purchase_id, order_number, pattern_title, locale, buyer_email, country,
  seller, net_cents, vat_cents, gross_cents, vat_rate, currency, supplied_on, issued_at, delete_after)
select gen_random_uuid(), 'ST-2020-' || substr(number, 9), 'cancellation', id, purchase_id, order_number, pattern_title,
       locale, buyer_email, country, seller, -net_cents, -vat_cents, -gross_cents, vat_rate, currency, supplied_on,
       issued_at + interval '31 days', delete_after
from invoices where substr(number, 9)::int % ${CANCELLED_EVERY} = 0`;
const BATCH = 5_000;

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop({ env: { DATEV_CONSULTANT: '12345', DATEV_CLIENT: '678' } });
  const patternId = await aPattern().in(shop);
  for (let from = 1; from <= ORDERS; from += BATCH)
    await shop.owner.rows(INSERT_ORDERS, [patternId, from, from + BATCH - 1]);
  await shop.owner.rows(INSERT_CANCELLATIONS);
  await shop.owner.rows('analyze invoices');
}, 180_000);
afterAll(() => shop?.close());

const MONTHS = Array.from({ length: 12 }, (_, index) => `2020-${String(index + 1).padStart(2, '0')}`);
const QUARTERS = ['2020-Q1', '2020-Q2', '2020-Q3', '2020-Q4'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The resident memory would also contain garbage, whose amount depends on the tests that ran before. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Exports the periods one after another. @returns the number of lines, and the largest memory in use in bytes */
async function exportAll(format: BookFormat, periods: string[]): Promise<{ lines: number; memory: number }> {
  let [lines, measuredAt, memory] = [0, 0, 0];
  for (const period of periods) {
    const { content } = await shop.api.get(QueryBus, { strict: false }).execute(new ExportBooks(format, period));
    await pipeline(content, async (chunks) => {
      for await (const chunk of chunks) {
        for (const byte of chunk) if (byte === 10) lines += 1;
        if (lines - measuredAt < LINES_BETWEEN_MEASUREMENTS) continue;
        measuredAt = lines;
        memory = Math.max(memory, memoryInUse());
      }
    });
  }
  return { lines, memory };
}

it('a year of 100,000 orders is exported in under 60 seconds, with bounded memory', async () => {
  const before = memoryInUse();
  const startedAt = performance.now();
  const journal = await exportAll('journal', ['2020']);
  const datev = await exportAll('datev', MONTHS);
  const oss = await exportAll('oss', QUARTERS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const growth = (Math.max(journal.memory, datev.memory, oss.memory) - before) / 1024 ** 2;
  const documents = ORDERS + ORDERS / CANCELLED_EVERY;
  expect(journal.lines).toBeGreaterThan(documents * 0.99);
  expect(datev.lines - 2 * MONTHS.length).toBe(journal.lines - 1);
  expect(oss.lines).toBeGreaterThan(4 * 8);
  expect(seconds).toBeLessThan(MAX_SECONDS);
  expect(growth).toBeLessThan(MAX_GROWTH_MB);
}, 180_000);
