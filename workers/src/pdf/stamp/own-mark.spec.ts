import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { picturesOf } from '../fixtures/fixture-copies.js';
import { patternPdf, rawPages } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import type { MasterRefused } from '../document/master-refused.js';
import type { OwnMark } from './mark-names.js';
import { buildMaster } from '../prepare/build-master.js';
import { MarkFinder } from './own-mark.js';
import { prepareInProcess } from '../prepare/prepare-in-process.js';
import { runQpdf } from '../document/qpdf.js';
import { readAsReader } from '../document/read-pages.js';
import { compilePlan, writeTail, type Stamp } from './tail.js';

const stamp: Stamp = {
  email: 'kate.o-hara@example.com',
  orderNumber: 'PP-2026-000123',
  date: '2026-11-21',
  fileId: 'cafe00112233445566778899aabbccdd',
  locale: 'de',
};
const line = { orderNumber: stamp.orderNumber, email: stamp.email };

let folder: string;
let original: Buffer;
let copy: Buffer;
const copyFor = (source: Buffer, buyer: Stamp): Buffer => {
  const { master, plan } = buildMaster(source);
  return Buffer.concat([master, writeTail(compilePlan(plan), buyer).tail]);
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-mark-'));
  original = await normal(await patternPdf(3));
  copy = copyFor(original, stamp);
  writeFileSync(join(folder, 'copy.pdf'), copy);
  writeFileSync(join(folder, 'other.pdf'), original);
});
afterAll(() => rmSync(folder, { recursive: true }));

const qpdf = async (bytes: Uint8Array, ...args: string[]): Promise<Buffer> =>
  (await runQpdf([...args, 'INPUT', 'OUTPUT'], bytes)).output!;
const normal = (bytes: Uint8Array): Promise<Buffer> => qpdf(bytes, '--object-streams=disable');

/** Runs an installed program in the folder with copy.pdf and other.pdf. @returns its out.pdf */
function program(name: string, ...args: string[]): Buffer {
  execFileSync(name, args, { cwd: folder, stdio: 'ignore', timeout: 60_000 });
  return readFileSync(join(folder, 'out.pdf'));
}

/** The result for a file: refused as marked, or the ids to compare with the database. */
async function outcome(bytes: Uint8Array): Promise<Pick<MasterRefused, 'code' | 'mark'> | { doubtful: OwnMark }> {
  try {
    return { doubtful: (await prepareInProcess(bytes)).doubtful };
  } catch (error) {
    const { code, mark } = error as MasterRefused;
    return { code, mark };
  }
}
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
const lib = async (work: (into: PDFDocument, marked: PDFDocument) => Promise<unknown>): Promise<Buffer> => {
  const [into, marked] = [await PDFDocument.create(), await PDFDocument.load(copy)];
  await work(into, marked);
  return Buffer.from(await into.save());
};

/** Copies re-saved with programs from npm. */
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
    () => lib(async (into, marked) => into.addPage((await into.copyPages(marked, [1]))[0])),
  ],
  [
    'drawn small on another page',
    () => lib(async (into, marked) => into.addPage([900, 900]).drawPage(await into.embedPage(marked.getPage(0)))),
  ],
];

const UNTESTED = 'marks re-saved by it were not tested';
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

// Review point 18.
describe('an uploaded copy', () => {
  it.each(resaves)('is refused with the data of its order: %s', async (_, resave) => {
    expect(await outcome(await resave())).toEqual(refusedWithOrder);
  });

  for (const [name, cases] of Object.entries(installed)) {
    if (!isInstalled(name, UNTESTED)) continue;
    it.each(cases)(`is refused after ${name}: %s`, async (_, args, idIsKept) => {
      const result = await outcome(program(name, ...args));
      expect(result).toMatchObject({ code: 'OWN_MARK', mark: { certain: true, lines: [line] } });
      if (idIsKept) expect(result).toEqual(refusedWithOrder);
    });
  }

  // PostScript keeps glyph numbers, of the stamp font or in order of first use.
  const postscript = ['gs', 'pdftops'].every((name) => isInstalled(name, UNTESTED));
  it.each(postscript ? (['de', 'en'] as const) : [])(
    'is refused after PostScript: printed to PDF (%s)',
    async (locale) => {
      writeFileSync(join(folder, 'printed.pdf'), copyFor(original, { ...stamp, locale }));
      program('pdftops', 'printed.pdf', 'out.pdf');
      renameSync(join(folder, 'out.pdf'), join(folder, 'printed.ps'));
      const result = await outcome(program('gs', '-q', '-sDEVICE=pdfwrite', '-oout.pdf', 'printed.ps'));
      expect(result).toMatchObject({ code: 'OWN_MARK', mark: { certain: true } });
    },
  );

  it('is refused in English, and with the orders of both copies that were merged', async () => {
    const english = copyFor(original, {
      ...stamp,
      orderNumber: 'PP-2026-000124',
      locale: 'en',
      fileId: 'b'.repeat(32),
    });
    const merged = await lib(async (into, marked) => {
      for (const page of await into.copyPages(marked, [0])) into.addPage(page);
      for (const page of await into.copyPages(await PDFDocument.load(english), [0])) into.addPage(page);
    });
    const { mark } = (await outcome(merged)) as MasterRefused;
    expect(mark!.lines.map(({ orderNumber }) => orderNumber)).toEqual(['PP-2026-000123', 'PP-2026-000124']);
    expect(mark!.fileIds).toEqual(expect.arrayContaining([stamp.fileId, 'b'.repeat(32)]));
  });

  it('is detected by the text of a label with a shortened address', async () => {
    const label = rawPages([{ entries: '/MediaBox[0 0 120 120]' }]);
    const email = `${'k'.repeat(64)}@${'x'.repeat(180)}.example.com`;
    const seen = (await readAsReader(copyFor(label, { ...stamp, email })))!;
    const { texts } = await seen.page(1);
    await seen.close();
    const marks = new MarkFinder();
    marks.readPage(texts, { ...stamp, orderNumber: 'PP-0000-000000', fileId: '' });
    const { certain, lines } = marks.found();
    expect(certain).toBe(true);
    // The horizontal and vertical lines have different lengths.
    expect(new Set(lines.map(({ orderNumber }) => orderNumber))).toEqual(new Set([stamp.orderNumber]));
    expect(lines.every((seenLine) => /^k+…x*\.example\.com$/.test(seenLine.email))).toBe(true);
  });

  it('is not detected in other lines about licences and orders', async () => {
    const honest = await PDFDocument.create();
    const text = 'Licensed to Indie Patterns Ltd, hello@indie.example - Ordering info - 12 Jan 2026';
    honest.addPage().drawText(text, { x: 30, y: 30, size: 8, font: await honest.embedFont(StandardFonts.Helvetica) });
    expect(await outcome(await honest.save())).not.toHaveProperty('code');
  });

  it('is refused when only the key in Info remains', async () => {
    const marked = await PDFDocument.load(original);
    const info = marked.context.lookup(marked.context.trailerInfo.Info) as unknown as Map<PDFName, PDFString>;
    info.set(PDFName.of('PatternFileId'), PDFString.of(stamp.fileId));
    expect(await outcome(await marked.save())).toMatchObject({
      code: 'OWN_MARK',
      mark: { lines: [], fileIds: expect.arrayContaining([stamp.fileId]) },
    });
  });

  it.each([
    ['<cafe0011 2233445566778899aabbccdd>', '(0123456789abcde\\))'],
    ['(0123456789abcdef)', '<CAFE00112233445566778899AABBCCDD>'],
    ['<00>', '(\\312\\376\\000\\021"3DUfw\\210\\231\\252\\273\\314\\335)'],
  ])('reports its trailer id %s %s as a possible file id', async (first, second) => {
    const plain = rawPages([{}]).toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R/ID[${first} ${second}]`);
    const result = await outcome(Buffer.from(plain, 'latin1'));
    expect(result).toMatchObject({ doubtful: { certain: false, fileIds: expect.arrayContaining([stamp.fileId]) } });
  });
});

describe('a copy whose text became a picture or outlines', () => {
  const code = stamp.fileId.slice(0, 9);
  const refusedWithCode = { code: 'OWN_MARK', mark: { certain: true, codes: [code] } };

  it.each<[string, () => Promise<Buffer>]>([
    ['at 100 dpi', () => picturesOf(copy, 100)],
    ['at 300 dpi', () => picturesOf(copy, 300)],
    ['as JPEG at 120 dpi', () => picturesOf(copy, 120, (image) => image.jpeg({ quality: 60 }))],
    [
      'in grey, askew',
      () => picturesOf(copy, 150, (image) => image.rotate(1, { background: 'white' }).greyscale().png()),
    ],
    ['on its side', () => picturesOf(copy, 150, (image) => image.rotate(90).png())],
    ['upside down', () => picturesOf(copy, 150, (image) => image.rotate(180).png())],
  ])('is refused with its code: pictures %s', async (_, convert) => {
    expect(await outcome(await convert())).toMatchObject(refusedWithCode);
  });

  it('is refused with its code: two pages on a sheet', async () => {
    const pictures = await PDFDocument.load(await picturesOf(copy, 150));
    const sheets = await PDFDocument.create();
    const [left, right] = await sheets.embedPages(pictures.getPages().slice(0, 2));
    const sheet = sheets.addPage([842, 595]);
    sheet.drawPage(left!, { x: 0, y: 0, width: 421, height: 595 });
    sheet.drawPage(right!, { x: 421, y: 0, width: 421, height: 595 });
    expect(await outcome(await sheets.save())).toMatchObject(refusedWithCode);
  });

  it('is refused with its code: its pages on an A0 sheet', async () => {
    const pictures = await PDFDocument.load(await picturesOf(copy, 150, (image) => image.png()));
    const plot = await PDFDocument.create();
    const sheet = plot.addPage([2384, 3370]);
    for (const [index, page] of (await plot.embedPages(pictures.getPages())).entries()) {
      sheet.drawPage(page, { x: 650 * index, y: 900 * index });
    }
    expect(await outcome(await plot.save())).toMatchObject(refusedWithCode);
  });

  it('is refused with its code: the A4 tile of an A0 sheet that shows the address', async () => {
    const poster = copyFor(rawPages([{ entries: '/MediaBox[0 0 2384 3370]' }]), stamp);
    const picture = await PDFDocument.load(await picturesOf(poster, 100, (image) => image.png()));
    const tiles = await PDFDocument.create();
    const [sheet] = await tiles.embedPages(picture.getPages());
    for (const [column, row] of [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => [x, y] as const))) {
      tiles.addPage([595, 842]).drawPage(sheet!, { x: -595 * column, y: 842 * (row - 3) });
    }
    expect(await outcome(await tiles.save())).toMatchObject(refusedWithCode);
  });

  it.each([
    [298, 420, stamp.email],
    [420, 595, `${'k'.repeat(60)}@${'x'.repeat(20)}.example.com`],
    [612, 792, `${'k'.repeat(64)}@${'x'.repeat(60)}.example.com`],
  ])('is refused with its code: a page of %d by %d points, for %s', async (width, height, email) => {
    const source = rawPages([{ entries: `/MediaBox[0 0 ${width} ${height}]` }]);
    const pictures = await picturesOf(copyFor(source, { ...stamp, email }), 150, (image) => image.png());
    expect(await outcome(pictures)).toMatchObject(refusedWithCode);
  });

  const printing = ['gs', 'pdftops', 'pdftocairo'].every((name) => isInstalled(name, UNTESTED));
  const toPdf = (input: string, ...options: string[]): Buffer =>
    program('gs', '-q', '-sDEVICE=pdfwrite', ...options, '-oout.pdf', input);
  const viaPostScript = (name: string, ...args: string[]): Buffer => {
    program(name, ...args, 'copy.pdf', 'out.pdf');
    renameSync(join(folder, 'out.pdf'), join(folder, 'printed.ps'));
    return toPdf('printed.ps');
  };
  it.each<[string, () => Buffer]>(
    printing
      ? [
          ['outlines by Ghostscript', () => toPdf('copy.pdf', '-dNoOutputFonts')],
          [
            'a picture without antialiasing',
            () => program('gs', '-q', '-sDEVICE=pdfimage24', '-r100', '-oout.pdf', 'copy.pdf'),
          ],
          ['without any text', () => toPdf('copy.pdf', '-dFILTERTEXT')],
          ['PostScript without fonts', () => viaPostScript('pdftops', '-noembtt')],
          [
            'PostScript, Ghostscript and cairo in turn',
            () => {
              writeFileSync(join(folder, 'printed.pdf'), viaPostScript('pdftocairo', '-ps'));
              return program('pdftocairo', '-pdf', 'printed.pdf', 'out.pdf');
            },
          ],
        ]
      : [],
  )('is refused with its code: %s', async (_, convert) => {
    expect(await outcome(convert())).toMatchObject(refusedWithCode);
  });
});

describe('a copy without the names of its mark', () => {
  const rename = (text: string): string =>
    text
      .replaceAll('/PpStamp', '/XyStamp')
      .replaceAll('PPSTMP+', 'ABCDEF+')
      .replaceAll('PatternFileId', 'XatternFileId');
  const undrawn = (text: string): string => text.replaceAll('/XyStamp Do', ' '.repeat(11));
  const unreadable = (text: string): string => text.replaceAll('/ToUnicode', '/XoUnicode');
  const otherFont = (text: string): string => text.replaceAll('/Length1', '/Length9');
  const outlying = (text: string): string => text.replaceAll(/MediaBox \[\s*0\s+0\s+595/g, 'MediaBox [0 60 540');

  it.each<[string, ((text: string) => string)[]]>([
    ['and is not drawn by any page', [undrawn]],
    ['and is not drawn by any page, and has another font', [undrawn, otherFont]],
    ['and its ToUnicode', [unreadable]],
    ['and is not drawn by any page, and has no ToUnicode', [undrawn, unreadable]],
    ['and is outside of the pages', [outlying, unreadable]],
  ])('is refused: %s', async (_, changes) => {
    const plain = (await qpdf(copy, '--qdf', '--object-streams=disable')).toString('latin1');
    const changed = [rename, ...changes].reduce((text, change) => change(text), plain);
    expect(changed).not.toBe(rename(plain));
    const result = await outcome(Buffer.from(changed, 'latin1'));
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
  ])('is not refused for its licence text: %s', async (...lines) => {
    expect(await outcome(await withText(...lines))).toHaveProperty('doubtful');
  });

  it('is not refused for a checksum in its text, which is reported as a possible file id', async () => {
    const checksum = '0123456789abcdef'.repeat(2).split('').toReversed().join('');
    expect(await outcome(await withText(checksum))).toMatchObject({
      doubtful: { fileIds: expect.arrayContaining([checksum]) },
    });
  });
});
