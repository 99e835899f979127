import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDocument } from '../../../../backend/test/support/book-rows.js';
import { aPattern } from '../../../../backend/test/support/builders.js';
import { type OpenShop, openShop } from '../../../../backend/test/support/open-shop.js';
import { runOpsInProcess } from '../../../../backend/test/support/run-ops-in-process.js';

let shop: OpenShop;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'books-'));
  shop = await openShop({ workers: true });
});
afterAll(async () => {
  await shop?.close();
  rmSync(directory, { recursive: true, force: true });
});

const run = (words: string) => runOpsInProcess(shop, words.split(' '));
const operatorActions = () =>
  shop.sql.rows<{ action: string; details: object }>(
    'select action, details from audit_entries where by_operator order by id',
  );

it('writes the books of a period to a new file, and records the export', async () => {
  const out = join(directory, 'journal.csv');
  expect(await run(`books journal 2026-Q1 --out ${out}`)).toEqual([0, `${out} written`]);
  expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFFBelegnummer;Belegart;.*\r\n$/);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  await expect(run(`books journal 2026-Q1 --out ${out}`)).rejects.toThrow('exists already');
  await expect(run(`books oss 2026 --out ${out}.oss`)).rejects.toThrow('period must be a quarter');
  expect((await operatorActions()).at(-1)).toEqual({
    action: 'operations.books-exported',
    details: { format: 'journal', period: '2026-Q1' },
  });
});

it('lists the records whose retention has ended, and deletes them', async () => {
  const patternId = await aPattern().in(shop);
  await shop.settles();
  await addDocument(shop, patternId, { number: 'RE-2010-000001', issuedOn: '2010-05-05', deleteAfter: '2018-12-31' });
  const due = '2010  invoices      1\n2010  purchases     1';
  for (let times = 0; times < 2; times += 1) expect(await run('retention --dry-run')).toEqual([0, due]);
  const [, deleted] = await run('retention');
  expect(deleted).toBe('1 invoices and 0 withdrawals deleted, data of 1 orders removed');
  expect(await run('retention --dry-run')).toEqual([0, 'nothing is due']);
  expect((await operatorActions()).at(-1)).toEqual({
    action: 'operations.retention-ended',
    details: { invoices: 1, purchases: 1, withdrawals: 0 },
  });
  await shop.settles();
});
