import { PDFDocument } from 'pdf-lib';
import { normalise } from '../document/normalise.js';
import { scanPages, stamp } from '../fixtures/fixture-copies.js';
import { patternPdf, rawPages } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import { createCopyOfFile, prepareUpload, ProgramFolder } from '../fixtures/fixture-uploads.js';

let folder: ProgramFolder;
let copy: Buffer;
beforeAll(async () => {
  folder = new ProgramFolder();
  copy = createCopyOfFile((await normalise(await patternPdf(3))).bytes, stamp);
  folder.write('copy.pdf', copy);
});
afterAll(() => folder.remove());

describe('an uploaded copy whose text was converted to a picture or to outlines', () => {
  const code = stamp.fileId.slice(0, 9);
  const refusedWithCode = { code: 'OWN_MARK', mark: { certain: true, codes: [code] } };

  it.each<[string, () => Promise<Buffer>]>([
    ['at 100 dpi', () => scanPages(copy, 100)],
    ['at 300 dpi', () => scanPages(copy, 300)],
    ['as JPEG at 120 dpi', () => scanPages(copy, 120, (image) => image.jpeg({ quality: 60 }))],
    [
      'in grey, rotated by 1 degree',
      () => scanPages(copy, 150, (image) => image.rotate(1, { background: 'white' }).greyscale().png()),
    ],
    ['rotated by 90 degrees', () => scanPages(copy, 150, (image) => image.rotate(90).png())],
    ['inverted', () => scanPages(copy, 120, (image) => image.negate().png())],
    ['rotated by 180 degrees', () => scanPages(copy, 150, (image) => image.rotate(180).png())],
  ])('is refused, and its code is read: pictures %s', async (_, convert) => {
    expect(await prepareUpload(await convert())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its code is read: two pages on one sheet', async () => {
    const pictures = await PDFDocument.load(await scanPages(copy, 150));
    const sheets = await PDFDocument.create();
    const [left, right] = await sheets.embedPages(pictures.getPages().slice(0, 2));
    const sheet = sheets.addPage([842, 595]);
    sheet.drawPage(left!, { x: 0, y: 0, width: 421, height: 595 });
    sheet.drawPage(right!, { x: 421, y: 0, width: 421, height: 595 });
    expect(await prepareUpload(await sheets.save())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its code is read: all pages on an A0 sheet', async () => {
    const pictures = await PDFDocument.load(await scanPages(copy, 150, (image) => image.png()));
    const a0 = await PDFDocument.create();
    const sheet = a0.addPage([2384, 3370]);
    for (const [index, page] of (await a0.embedPages(pictures.getPages())).entries()) {
      sheet.drawPage(page, { x: 650 * index, y: 900 * index });
    }
    expect(await prepareUpload(await a0.save())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its code is read: an A0 sheet cut into A4 tiles', async () => {
    const poster = createCopyOfFile(rawPages([{ entries: '/MediaBox[0 0 2384 3370]' }]), stamp);
    const picture = await PDFDocument.load(await scanPages(poster, 100, (image) => image.png()));
    const tiles = await PDFDocument.create();
    const [sheet] = await tiles.embedPages(picture.getPages());
    for (const [column, row] of [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => [x, y] as const))) {
      tiles.addPage([595, 842]).drawPage(sheet!, { x: -595 * column, y: 842 * (row - 3) });
    }
    expect(await prepareUpload(await tiles.save())).toMatchObject(refusedWithCode);
  });

  it.each([
    [298, 420, stamp.email],
    [420, 595, `${'k'.repeat(60)}@${'x'.repeat(20)}.example.com`],
    [612, 792, `${'k'.repeat(64)}@${'x'.repeat(60)}.example.com`],
  ])('is refused, and its code is read: a page of %d by %d points, for %s', async (width, height, email) => {
    const source = rawPages([{ entries: `/MediaBox[0 0 ${width} ${height}]` }]);
    const pictures = await scanPages(createCopyOfFile(source, { ...stamp, email }), 150, (image) => image.png());
    expect(await prepareUpload(pictures)).toMatchObject(refusedWithCode);
  });

  const programsInstalled = ['gs', 'pdftops', 'pdftocairo'].every((name) =>
    isInstalled(name, 'copies that it converts are not tested'),
  );
  const toPdf = (input: string, ...options: string[]): Buffer =>
    folder.run('gs', '-q', '-sDEVICE=pdfwrite', ...options, '-oout.pdf', input);
  const viaPostScript = (name: string, ...args: string[]): Buffer => {
    folder.write('printed.ps', folder.run(name, ...args, 'copy.pdf', 'out.pdf'));
    return toPdf('printed.ps');
  };
  it.each<[string, () => Buffer]>(
    programsInstalled
      ? [
          ['outlines by Ghostscript', () => toPdf('copy.pdf', '-dNoOutputFonts')],
          [
            'a picture without antialiasing',
            () => folder.run('gs', '-q', '-sDEVICE=pdfimage24', '-r100', '-oout.pdf', 'copy.pdf'),
          ],
          ['without any text', () => toPdf('copy.pdf', '-dFILTERTEXT')],
          ['PostScript without fonts', () => viaPostScript('pdftops', '-noembtt')],
          [
            'PostScript, Ghostscript and cairo in turn',
            () => {
              folder.write('printed.pdf', viaPostScript('pdftocairo', '-ps'));
              return folder.run('pdftocairo', '-pdf', 'printed.pdf', 'out.pdf');
            },
          ],
        ]
      : [],
  )('is refused, and its code is read: %s', async (_, convert) => {
    expect(await prepareUpload(convert())).toMatchObject(refusedWithCode);
  });
});
