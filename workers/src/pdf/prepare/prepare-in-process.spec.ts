import { patternPdf } from '../fixtures/fixture-pdfs.js';
import type { Flag, PreparedMaster } from './plan.js';
import { prepareInProcess } from './prepare-in-process.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs } from '../document/read-pages.js';
import { showsStamp } from './self-check.js';
import { stampText, type Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

const stamp: Stamp = {
  email: 'a@b.de',
  orderNumber: 'PP-1',
  date: '2026-11-21',
  fileId: '0'.repeat(32),
  locale: 'de',
};
const writeCopy = ({ master, plan }: PreparedMaster): Buffer =>
  Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail]);

let pattern: Buffer;
beforeAll(async () => {
  pattern = await patternPdf();
});

/**
 * Counts the pages that pdf.js shows with the stamp (`stamped`) and without it (`plain`). Both counts are 0 when pdf.js
 * cannot open the bytes.
 */
async function countShownPages(bytes: Uint8Array): Promise<{ stamped: number; plain: number }> {
  const pages = { stamped: 0, plain: 0 };
  const document = await openWithPdfJs(bytes);
  if (!document) return pages;
  const { pages: count } = await document.structure().catch(() => ({ pages: 0 }));
  for (let number = 1; number <= count; number++) {
    const page = await document.page(number).catch(() => undefined);
    if (page) pages[showsStamp(page, stampText(stamp)) ? 'stamped' : 'plain']++;
  }
  await document.close();
  return pages;
}

describe('a prepared pattern', () => {
  it('keeps pages, layers, outline, links and form fields', async () => {
    const prepared = await prepareInProcess(pattern);
    expect(prepared).toMatchObject({ plan: { pages: 3, flags: [] } });
    const copy = writeCopy(prepared);
    const document = (await openWithPdfJs(copy))!;
    expect(await document.structure()).toEqual({ pages: 3, outlines: 1, layers: 2, fields: 2 });
    const [title] = (await document.page(1)).texts;
    expect(title!.text).toBe('Seite 1');
    await document.close();
    expect(await countShownPages(copy)).toEqual({ stamped: 3, plain: 0 });
    const { messages } = await runQpdf(['--json', '--json-key=outlines', '--json-key=acroform', 'INPUT'], copy);
    expect(messages).toContain('"fullname": "masse.brust"');
    expect(messages).toContain('"destpageposfrom1": 3');
  });

  it.each<[string, string[], string[]]>([
    [
      'has an owner password and permits only printing',
      ['--encrypt', '', 'owner', '256', '--modify=none', '--', 'INPUT', 'OUTPUT'],
      [],
    ],
    ['is linearised', ['--linearize', 'INPUT', 'OUTPUT'], []],
  ])('is prepared from a file that %s', async (_, args, flags) => {
    const { output } = await runQpdf(args, pattern);
    const prepared = await prepareInProcess(output!);
    expect(prepared.plan.flags).toEqual(flags);
    expect(await countShownPages(writeCopy(prepared))).toEqual({ stamped: 3, plain: 0 });
  });

  it.each<[string, Flag[], 'disable' | 'generate', (file: string) => string]>([
    ['whose startxref is wrong', ['repaired'], 'disable', (file) => file.replace(/startxref\n\d+/, 'startxref\n7')],
    ['without its end', ['repaired'], 'disable', (file) => file.slice(0, file.lastIndexOf('startxref'))],
    ['without its trailer', ['repaired'], 'disable', (file) => file.slice(0, file.lastIndexOf('trailer'))],
    ['whose objects are compressed and whose end is missing', ['repaired'], 'generate', (file) => file.slice(0, -40)],
    [
      'whose objects are compressed and whose startxref is wrong',
      ['repaired'],
      'generate',
      (file) => file.replace(/startxref\n\d+/, 'startxref\n7'),
    ],
    ['with garbage before and after it', [], 'disable', (file) => `mail header\r\n${file}${'x'.repeat(300)}`],
  ])('is prepared from a file %s, and flagged when the file was repaired', async (_, flags, objectStreams, damage) => {
    const { output } = await runQpdf([`--object-streams=${objectStreams}`, 'INPUT', 'OUTPUT'], pattern);
    const prepared = await prepareInProcess(Buffer.from(damage(output!.toString('latin1')), 'latin1'));
    expect(prepared.plan.flags).toEqual(flags);
    expect(await countShownPages(writeCopy(prepared))).toEqual({ stamped: 3, plain: 0 });
  });
});

describe('an invalid file', () => {
  it.each<[string, string, (bytes: Buffer) => Promise<Uint8Array> | Uint8Array]>([
    ['empty file', 'NOT_A_PDF', () => Buffer.alloc(0)],
    ['web page', 'NOT_A_PDF', () => Buffer.from('<html>PDF-1.7</html>')],
    ['header without content', 'UNREADABLE', () => Buffer.from('%PDF-1.7\n')],
    [
      'file of noise',
      'UNREADABLE',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, '<<[(/A 1 0 obj ')]),
    ],
    [
      'file with a password',
      'PASSWORD',
      async (bytes) => (await runQpdf(['--encrypt', 'secret', 'owner', '256', '--', 'INPUT', 'OUTPUT'], bytes)).output!,
    ],
  ])('is refused: %s', async (_, code, createFile) => {
    await expect(prepareInProcess(await createFile(pattern))).rejects.toMatchObject({ name: 'MasterRefused', code });
  });
});

describe('a truncated copy', () => {
  // A packed master has object streams, a plain master has none. No PDF reader may show a page of either without a stamp.
  it.each([
    ['packed', 2, 20],
    ['plain', 1, 30],
  ])(
    'of a %s master shows no page without the stamp, at any length',
    async (kind, version, atLeast) => {
      const unpacked = await runQpdf(['--object-streams=disable', 'INPUT', 'OUTPUT'], pattern);
      const { master, plan } = await prepareInProcess(kind === 'packed' ? pattern : unpacked.output!);
      expect(plan.v).toBe(version);
      const copy = writeCopy({ master, plan });
      const text = copy.toString('latin1');
      const cutPositions = [
        ...text.matchAll(/endobj\n|xref\n|trailer\n|<<\/Size|<<\/Type\/(?:XRef|ObjStm)|>>stream\n/g),
      ].map(({ index, 0: { length } }) => index + length);
      expect(cutPositions.length).toBeGreaterThan(atLeast);
      const catalogEnds = text.indexOf('endobj', text.lastIndexOf('/Type /Catalog'));
      const readable: number[] = [];
      for (const position of cutPositions) {
        const part = copy.subarray(0, position);
        const { output } = await runQpdf(['INPUT', 'OUTPUT'], part);
        for (const bytes of output ? [part, output] : [part]) {
          const { stamped, plain } = await countShownPages(bytes);
          expect({ position, plain }).toEqual({ position, plain: 0 });
          if (stamped > 0) readable.push(position);
        }
      }
      expect(readable.filter((position) => position < catalogEnds)).toEqual([]);
    },
    // The timeout is long, because each truncated copy is read three times.
    180_000,
  );

  it('cannot be opened when only the master is left', async () => {
    const { master } = await prepareInProcess(pattern);
    const end = Buffer.from('xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1>>\nstartxref\n0\n%%EOF\n');
    for (const bytes of [master, Buffer.concat([master, end])]) {
      expect(await countShownPages(bytes)).toEqual({ stamped: 0, plain: 0 });
      expect((await runQpdf(['INPUT', 'OUTPUT'], bytes)).output).toBeUndefined();
    }
  });
});
