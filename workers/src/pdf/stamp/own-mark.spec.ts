import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { patternPdf, rawPages } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import { createCopyOfFile, prepareUpload, ProgramFolder } from '../fixtures/fixture-uploads.js';
import type { MasterRefused } from '../document/master-refused.js';
import { MarkFinder } from './own-mark.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs } from '../document/read-pages.js';
import type { Stamp } from './tail.js';

const stamp: Stamp = {
  email: 'kate.o-hara@example.com',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};
const line = { orderNumber: stamp.orderNumber, email: stamp.email };

let folder: ProgramFolder;
let original: Buffer;
let copy: Buffer;
beforeAll(async () => {
  folder = new ProgramFolder();
  original = await normaliseFile(await patternPdf(3));
  copy = createCopyOfFile(original, stamp);
  folder.write('copy.pdf', copy);
  folder.write('other.pdf', original);
});
afterAll(() => folder.remove());

const qpdf = async (bytes: Uint8Array, ...args: string[]): Promise<Buffer> =>
  (await runQpdf([...args, 'INPUT', 'OUTPUT'], bytes)).output!;
const normaliseFile = (bytes: Uint8Array): Promise<Buffer> => qpdf(bytes, '--object-streams=disable');

const refusedWithOrder = {
  code: 'OWN_MARK',
  mark: {
    certain: true,
    lines: [line],
    codes: [stamp.fileId.slice(0, 9)],
    fileIds: expect.arrayContaining([stamp.fileId]),
  },
};

type Resave = () => Buffer | Promise<Buffer>;
const editWithPdfLib = async (work: (into: PDFDocument, marked: PDFDocument) => Promise<unknown>): Promise<Buffer> => {
  const [into, marked] = [await PDFDocument.create(), await PDFDocument.load(copy)];
  await work(into, marked);
  return Buffer.from(await into.save());
};

/** The copy as it was sold, and as npm packages have re-saved it. */
const resaves: [what: string, resave: Resave][] = [
  ['as it was sold', () => copy],
  [
    're-saved by qpdf, with object streams and linearised',
    () => qpdf(copy, '--object-streams=generate', '--linearize'),
  ],
  ['encrypted with an empty password', () => qpdf(copy, '--encrypt', '', 'owner', '256', '--')],
  ['re-saved by pdf-lib', async () => Buffer.from(await (await PDFDocument.load(copy)).save())],
  [
    'one page of it in another file',
    () => editWithPdfLib(async (into, marked) => into.addPage((await into.copyPages(marked, [1]))[0])),
  ],
  [
    'one page of it drawn on a larger page',
    () =>
      editWithPdfLib(async (into, marked) =>
        into.addPage([900, 900]).drawPage(await into.embedPage(marked.getPage(0))),
      ),
  ],
];

const UNTESTED = 'marks that it re-saves are not tested';
const installed: Record<string, [what: string, args: string[], idIsKept: boolean][]> = {
  qpdf: [
    ['an extracted page', ['--empty', '--pages', 'copy.pdf', '2', '--', 'out.pdf'], true],
    ['merged', ['--empty', '--pages', 'other.pdf', 'copy.pdf', '1-2', '--', 'out.pdf'], true],
  ],
  mutool: [
    ['cleaned', ['clean', '-gggg', '-z', 'copy.pdf', 'out.pdf'], true],
    ['merged', ['merge', '-o', 'out.pdf', 'other.pdf', 'copy.pdf', '1'], true],
    ['re-saved page by page', ['convert', '-o', 'out.pdf', 'copy.pdf'], true],
  ],
  gs: [['printed to PDF', ['-q', '-sDEVICE=pdfwrite', '-oout.pdf', 'copy.pdf'], false]],
  pdftocairo: [['printed to PDF', ['-pdf', 'copy.pdf', 'out.pdf'], false]],
};

describe('an uploaded copy', () => {
  it.each(resaves)('is refused, and its order is read: %s', async (_, resave) => {
    expect(await prepareUpload(await resave())).toEqual(refusedWithOrder);
  });

  for (const [name, cases] of Object.entries(installed)) {
    if (!isInstalled(name, UNTESTED)) continue;
    it.each(cases)(`is refused after processing by ${name}: %s`, async (_, args, idIsKept) => {
      const result = await prepareUpload(folder.run(name, ...args));
      expect(result).toMatchObject({ code: 'OWN_MARK', mark: { certain: true, lines: [line] } });
      if (idIsKept) expect(result).toEqual(refusedWithOrder);
    });
  }

  // A conversion to PostScript loses the letters. Only glyph numbers remain: those of the stamp font, or new ones.
  const postscript = ['gs', 'pdftops'].every((name) => isInstalled(name, UNTESTED));
  it.each(postscript ? (['de', 'en'] as const) : [])(
    'is refused after conversion to PostScript and back (%s)',
    async (locale) => {
      folder.write('printed.pdf', createCopyOfFile(original, { ...stamp, locale }));
      folder.write('printed.ps', folder.run('pdftops', 'printed.pdf', 'out.pdf'));
      const result = await prepareUpload(folder.run('gs', '-q', '-sDEVICE=pdfwrite', '-oout.pdf', 'printed.ps'));
      expect(result).toMatchObject({ code: 'OWN_MARK', mark: { certain: true } });
    },
  );

  it('is refused, and both orders are read, when a German and an English copy were merged', async () => {
    const english = createCopyOfFile(original, {
      ...stamp,
      orderNumber: 'PP-2026-000124',
      locale: 'en',
      fileId: 'b'.repeat(32),
    });
    const merged = await editWithPdfLib(async (into, marked) => {
      for (const page of await into.copyPages(marked, [0])) into.addPage(page);
      for (const page of await into.copyPages(await PDFDocument.load(english), [0])) into.addPage(page);
    });
    const { mark } = (await prepareUpload(merged)) as MasterRefused;
    expect(mark!.lines.map(({ orderNumber }) => orderNumber)).toEqual(['PP-2026-000123', 'PP-2026-000124']);
    expect(mark!.fileIds).toEqual(expect.arrayContaining([stamp.fileId, 'b'.repeat(32)]));
  });

  it('is detected when its mark on a small label shows a shortened address', async () => {
    const label = rawPages([{ entries: '/MediaBox[0 0 120 120]' }]);
    const email = `${'k'.repeat(64)}@${'x'.repeat(180)}.example.com`;
    const document = (await openWithPdfJs(createCopyOfFile(label, { ...stamp, email })))!;
    const { texts } = await document.page(1);
    await document.close();
    const marks = new MarkFinder();
    marks.readPage(texts, { ...stamp, orderNumber: 'PP-0000-000000', fileId: '' });
    const { certain, lines } = marks.result();
    expect(certain).toBe(true);
    // The horizontal and the vertical text are shortened to different lengths.
    expect(new Set(lines.map(({ orderNumber }) => orderNumber))).toEqual(new Set([stamp.orderNumber]));
    expect(lines.every((markLine) => /^k+…x*\.example\.com$/.test(markLine.email))).toBe(true);
  });

  it('is refused when only the file id in the Info dictionary remains of the mark', async () => {
    const marked = await PDFDocument.load(original);
    const info = marked.context.lookup(marked.context.trailerInfo.Info) as unknown as Map<PDFName, PDFString>;
    info.set(PDFName.of('PatternFileId'), PDFString.of(stamp.fileId));
    expect(await prepareUpload(await marked.save())).toMatchObject({
      code: 'OWN_MARK',
      mark: { lines: [], fileIds: expect.arrayContaining([stamp.fileId]) },
    });
  });
});

describe('an uploaded copy in which the names of the mark were changed', () => {
  const renameMark = (text: string): string =>
    text
      .replaceAll('/PpStamp', '/XyStamp')
      .replaceAll('PPSTMP+', 'ABCDEF+')
      .replaceAll('PatternFileId', 'XatternFileId');
  const removeDrawing = (text: string): string => text.replaceAll('/XyStamp Do', ' '.repeat(11));
  const removeToUnicode = (text: string): string => text.replaceAll('/ToUnicode', '/XoUnicode');
  const changeFontLength = (text: string): string => text.replaceAll('/Length1', '/Length9');
  const moveOutsidePages = (text: string): string =>
    text.replaceAll(/MediaBox \[\s*0\s+0\s+595/g, 'MediaBox [0 60 540');

  it.each<[string, ((text: string) => string)[]]>([
    ['no page draws the mark', [removeDrawing]],
    ["no page draws the mark, and the font's length entry was renamed", [removeDrawing, changeFontLength]],
    ['the font of the mark has no ToUnicode map', [removeToUnicode]],
    ['no page draws the mark, and its font has no ToUnicode map', [removeDrawing, removeToUnicode]],
    ['the mark is outside the visible part of the pages', [moveOutsidePages, removeToUnicode]],
  ])('is refused when %s', async (_, changes) => {
    const decompressed = (await qpdf(copy, '--qdf', '--object-streams=disable')).toString('latin1');
    const changed = [renameMark, ...changes].reduce((text, change) => change(text), decompressed);
    expect(changed).not.toBe(renameMark(decompressed));
    const result = await prepareUpload(Buffer.from(changed, 'latin1'));
    expect(result).toMatchObject({ code: 'OWN_MARK', mark: { certain: true, lines: [line] } });
  });
});

describe("a designer's file", () => {
  const withText = async (...lines: string[]): Promise<Uint8Array> => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage([595, 842]);
    lines.forEach((text, index) => page.drawText(text, { x: 60, y: 700 - 20 * index, size: 10, font }));
    return document.save();
  };

  it.each([
    ['Lizenziert für den privaten Gebrauch. Fragen: kate@example.com', 'Bestellung und Versand – 21.11.2026'],
    ['Licensed to you – Order more at shop@example.com – 21 Nov 2026'],
    ['Lizenziert für anna@example.com', 'Bestellung PP-2026-000123'],
    ['Bestellung PP-2026-000123 – 21.11.2026'],
    ['Schnitt Lina, Lizenziert vor 2025 und danach frei.'],
    ['Lizenziert f¨r Studio Lina'],
    ['Licensed to you. Contact hi@lina.example – Order A-17 – 1 Feb 2026'],
    ['Lizenziert für maria@web.example – Bestellung 4711 – 03.04.2025'],
  ])('is not refused because of its licence text: %s', async (...lines) => {
    expect(await prepareUpload(await withText(...lines))).toHaveProperty('possibleMark');
  });

  it('is not refused because of a line that has the words of the English mark in the same order', async () => {
    const document = await PDFDocument.create();
    const text = 'Licensed to Indie Patterns Ltd, hello@indie.example - Ordering info - 12 Jan 2026';
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage().drawText(text, { x: 30, y: 30, size: 8, font });
    expect(await prepareUpload(await document.save())).not.toHaveProperty('code');
  });

  it.each([
    ['<cafe0011 2233445566778899aabbccdd>', '(0123456789abcde\\))'],
    ['(0123456789abcdef)', '<CAFE00112233445566778899AABBCCDD>'],
    ['<00>', '(\\312\\376\\000\\021"3DUfw\\210\\231\\252\\273\\314\\335)'],
  ])(
    'is not refused because of its trailer id %s %s, which is reported as a possible file id',
    async (first, second) => {
      const text = rawPages([{}]).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R/ID[${first} ${second}]`);
      const result = await prepareUpload(Buffer.from(text, 'latin1'));
      expect(result).toMatchObject({
        possibleMark: { certain: false, fileIds: expect.arrayContaining([stamp.fileId]) },
      });
    },
  );

  it('is not refused because of a checksum in its text, which is reported as a possible file id', async () => {
    const checksum = '0123456789abcdef'.repeat(2).split('').toReversed().join('');
    expect(await prepareUpload(await withText(checksum))).toMatchObject({
      possibleMark: { fileIds: expect.arrayContaining([checksum]) },
    });
  });
});
