import * as fc from 'fast-check';
import { buildMaster } from '../prepare/build-master.js';
import { SMALLEST_PART } from '#backend/platform/storage/files.js';
import { copyFileId } from './file-id.js';
import { rawPages } from '../fixtures/fixture-pdfs.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs } from '../document/read-pages.js';
import { stampText } from './stamp-text.js';
import { compilePlan, writeTail, type Stamp } from './tail.js';

const stamp: Stamp = {
  email: 'a@b.de',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};
const info = '/Info <</Title(Sommerkleid)/Author(Lina)>>';
const createSource = (pages: number): Buffer => {
  const file = rawPages(
    Array.from({ length: pages }, (_, index) => ({ entries: `/MediaBox[0 0 ${500 + (index % 3)} 700]` })),
  );
  return Buffer.from(file.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R${info}`), 'latin1');
};

/**
 * @returns the faults of the file: no xref table, a number of %%EOF markers other than one, and each xref row that is
 * malformed or does not point to its object
 */
function findFaults(copy: Buffer): string[] {
  const text = copy.toString('latin1');
  const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const count = /^xref\n0 (\d+)\n/.exec(text.slice(at, at + 40))?.[1] ?? '0';
  const from = at + `xref\n0 ${count}\n`.length;
  const rows = Array.from({ length: Number(count) }, (_, number) =>
    text.slice(from + 20 * number, from + 20 * number + 20),
  );
  const wrong = rows.filter((row, number) => {
    const offset = Number(row.slice(0, 10));
    if (!/^\d{10} \d{5} [nf] \n$/.test(row)) return true;
    return row[17] === 'n' && !text.startsWith(`${number} 0 obj\n`, offset);
  });
  const hasOneEnd = text.match(/%%EOF/g)!.length === 1;
  return [...(rows.length > 1 ? [] : ['no xref table']), ...(hasOneEnd ? [] : ['not exactly one %%EOF']), ...wrong];
}

describe("a buyer's tail", () => {
  it('gives a valid file with exactly one %%EOF marker for any number of pages, address and title', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), anyText, anyText, fc.boolean(), (pages, email, title, withTitle) => {
        const { master, plan } = buildMaster(createSource(pages));
        const { tail } = writeTail(compilePlan(plan), { ...stamp, email, title: withTitle ? title : undefined });
        expect(findFaults(Buffer.concat([master, tail]))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('stays small for a book of 2,000 pages', () => {
    const { master, plan } = buildMaster(createSource(2000));
    const { tail } = writeTail(compilePlan(plan), stamp);
    expect(findFaults(Buffer.concat([master, tail]))).toEqual([]);
    expect(plan.pages).toBe(2000);
    expect(JSON.stringify(plan).length).toBeLessThan(0.3 * 1024 * 2000);
    expect(tail.length).toBeLessThan(1024 * 1024);
  });

  it('is the same for the same purchase and file, and differs for another purchase or file', () => {
    const { plan } = buildMaster(createSource(2));
    const stored = compilePlan(JSON.parse(JSON.stringify(plan)) as typeof plan);
    const fileId = copyFileId('secret', 'purchase-1', 'file-1', plan.masterSha256);
    expect(fileId).toMatch(/^[0-9a-f]{32}$/);
    expect(fileId).toBe(copyFileId('secret', 'purchase-1', 'file-1', plan.masterSha256));
    expect(fileId).not.toBe(copyFileId('secret', 'purchase-2', 'file-1', plan.masterSha256));
    expect(fileId).not.toBe(copyFileId('secret', 'purchase-1', 'file-2', plan.masterSha256));
    expect(fileId).not.toBe(copyFileId('other', 'purchase-1', 'file-1', plan.masterSha256));
    const { tail } = writeTail(stored, { ...stamp, fileId });
    expect(writeTail(stored, { ...stamp, fileId })).toEqual({ tail, fileId });
    expect(writeTail(stored, stamp).tail.equals(tail)).toBe(false);
  });

  it("contains the file id in the trailer and the Info dictionary, and keeps the designer's entries of Info", () => {
    const { plan } = buildMaster(createSource(1));
    const tail = writeTail(compilePlan(plan), stamp).tail.toString('latin1');
    expect(tail).toContain(`<${stamp.fileId}>]>>\nstartxref`);
    expect(tail).toContain(`<</Title (Sommerkleid)/Author (Lina)/PatternFileId(${stamp.fileId})>>`);
    const withTitle = writeTail(compilePlan(plan), { ...stamp, title: 'Kleid ✂' }).tail.toString('latin1');
    expect(withTitle).toContain('<</Author (Lina)/Title <feff004b006c00650069006400202702>');
  });

  it('is in the language of the buyer', () => {
    expect(stampText(stamp)).toBe('Lizenziert für a@b.de – Bestellung PP-2026-000123 – 21.11.2026');
    expect(stampText({ ...stamp, locale: 'en', date: '2026-03-05' })).toBe(
      'Licensed to a@b.de – Order PP-2026-000123 – 5 Mar 2026',
    );
  });

  it.each([
    ['łucja.żółć@example.pl', 'łucja.żółć@example.pl'],
    ['Ελένη@παράδειγμα.gr', 'Ελένη@παράδειγμα.gr'],
    ['наталія.їжак@приклад.укр', 'наталія.їжак@приклад.укр'],
    ['nguyễn@ví-dụ.vn', 'nguyễn@ví-dụ.vn'],
    ['ǿ@x.no', 'ǿ@x.no'],
    ['用户@例.cn', '\\u{7528}\\u{6237}@\\u{4f8b}.cn'],
    ['שלום@x.il', '\\u{5e9}\\u{5dc}\\u{5d5}\\u{5dd}@x.il'],
    ['👗\u0000\n@x.de', '\\u{1f457}\\u{0}\\u{a}@x.de'],
    ['(a\\b)<c>%@x.de', '(a\\b)<c>%@x.de'],
  ])('shows extractable text for the address %s', async (email, shownAddress) => {
    const { master, plan } = buildMaster(createSource(1));
    const copy = Buffer.concat([master, writeTail(compilePlan(plan), { ...stamp, email }).tail]);
    const document = (await openWithPdfJs(copy))!;
    const { texts } = await document.page(1);
    await document.close();
    const line = `Lizenziert für ${shownAddress} – Bestellung PP-2026-000123 – 21.11.2026`;
    expect(texts.map(({ text }) => text)).toEqual([line, line, stamp.fileId]);
  });

  it('is not written for an invalid date or file id', () => {
    const compiled = compilePlan(buildMaster(createSource(1)).plan);
    expect(() => writeTail(compiled, { ...stamp, date: '21.11.2026' })).toThrow(RangeError);
    expect(() => writeTail(compiled, { ...stamp, date: '2026-13-01' })).toThrow(RangeError);
    expect(() => writeTail(compiled, { ...stamp, fileId: 'CAFE) (' })).toThrow(RangeError);
  });

  it('is fast: 10,000 tails take less than four seconds of CPU time', () => {
    const compiled = compilePlan(buildMaster(createSource(3)).plan);
    // A typical machine needs less than a second. Other tests run at the same time, so only the fastest of five rounds
    // counts.
    const rounds = Array.from({ length: 5 }, (_, round) => {
      const before = process.cpuUsage();
      for (let order = 0; order < 2_000; order++)
        writeTail(compiled, { ...stamp, orderNumber: `PP-${round}-${order}` });
      return process.cpuUsage(before).user / 1e6;
    });
    expect(Math.min(...rounds) * 5).toBeLessThan(4);
  });
});

describe('a master near the part size of the storage', () => {
  it.each([
    [3.9, 0],
    [4.2, SMALLEST_PART],
    [4.95, SMALLEST_PART],
    [5.2, 0],
  ])('of %f MiB is padded to %d bytes (0: not padded) and gives a valid copy', async (mebibytes, paddedBytes) => {
    const content = 'x'.repeat(mebibytes * 1024 * 1024 - 40_000);
    const file = rawPages([{ content: `q Q %${content}` }]);
    const { master, plan } = buildMaster(file);
    if (paddedBytes) expect(master.length).toBe(paddedBytes);
    else expect(master.length).toBeLessThan(file.length + 100_000);
    expect(plan.masterBytes).toBe(master.length);
    const copy = Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail]);
    expect(findFaults(copy)).toEqual([]);
    expect((await runQpdf(['--check', 'INPUT'], copy)).exitCode).toBe(0);
  });
});
