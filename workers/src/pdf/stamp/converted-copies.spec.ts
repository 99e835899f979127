import { PDFDocument, type PDFImage, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { normalise } from '../document/normalise.js';
import { scanPages, stamp, toSharp } from '../fixtures/fixture-copies.js';
import { patternPdf, rawPages } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import { openWithPdfium } from '../prepare/render-pages.js';
import { createCopyOfFile, prepareUpload, ProgramFolder } from '../fixtures/fixture-uploads.js';

let folder: ProgramFolder;
let copy: Buffer;
beforeAll(async () => {
  folder = new ProgramFolder();
  copy = createCopyOfFile((await normalise(await patternPdf(3))).bytes, stamp);
  folder.write('copy.pdf', copy);
});
afterAll(() => folder.remove());

const A4 = { width: 595, height: 842 };

/**
 * Draws a picture on a new page in a hidden layer. `off`: the layer is off. `only-printed`: the layer is hidden on screen.
 * `while-on`: the layer is hidden while another layer is on.
 */
function drawInLayer(picture: PDFImage, document: PDFDocument, hidden: 'off' | 'only-printed' | 'while-on'): void {
  const { context, catalog } = document;
  const usage = hidden === 'only-printed' ? { Usage: { View: { ViewState: 'OFF' } } } : {};
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('cover'), ...usage }));
  const expression = context.register(context.obj({ Type: 'OCMD', VE: ['Not', layer] }));
  const off = hidden === 'off' ? [layer] : [];
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: off } }));
  const page = document.addPage([A4.width, A4.height]);
  page.node.setXObject(PDFName.of('Cover'), picture.ref);
  page.node
    .normalizedEntries()
    .Resources.set(PDFName.of('Properties'), context.obj({ Layer: hidden === 'while-on' ? expression : layer }));
  const content = `/OC /Layer BDC q ${A4.width} 0 0 ${A4.height} 0 0 cm /Cover Do Q EMC`;
  page.node.addContentStream(context.register(context.stream(content)));
}

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
  ])('is refused, and its bar code is read: pictures of its pages %s', async (_, convert) => {
    expect(await prepareUpload(await convert())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its bar code is read: pictures of its pages at 600 dpi, reduced to 90 %', async () => {
    const enlarge = (image: Sharp): Sharp => image.resize(Math.round((A4.width * 600) / 72)).jpeg();
    const pictures = await PDFDocument.load(await scanPages(copy, 600, enlarge));
    const reduced = await PDFDocument.create();
    for (const page of await reduced.embedPages(pictures.getPages())) {
      reduced.addPage([A4.width, A4.height]).drawPage(page, { x: 30, y: 42, xScale: 0.9, yScale: 0.9 });
    }
    expect(await prepareUpload(await reduced.save())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its bar code is read: two pages on one sheet', async () => {
    const pictures = await PDFDocument.load(await scanPages(copy, 150));
    const sheets = await PDFDocument.create();
    const [left, right] = await sheets.embedPages(pictures.getPages().slice(0, 2));
    const sheet = sheets.addPage([842, 595]);
    sheet.drawPage(left!, { x: 0, y: 0, width: 421, height: 595 });
    sheet.drawPage(right!, { x: 421, y: 0, width: 421, height: 595 });
    expect(await prepareUpload(await sheets.save())).toMatchObject(refusedWithCode);
  });

  it.each<[string, number, (image: Sharp) => Sharp]>([
    ['PNG at 150 dpi', 150, (image) => image.png()],
    ['JPEG at 200 dpi', 200, (image) => image.jpeg()],
  ])('is refused, and its bar code is read: all pages on an A0 sheet as %s', async (_, dpi, convert) => {
    const pictures = await PDFDocument.load(await scanPages(copy, dpi, convert));
    const a0 = await PDFDocument.create();
    const sheet = a0.addPage([2384, 3370]);
    const pages = await a0.embedPages(pictures.getPages());
    for (const [column, row] of [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const))) {
      sheet.drawPage(pages[column]!, { x: 300 + A4.width * column, y: 400 + A4.height * row });
    }
    expect(await prepareUpload(await a0.save())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its bar code is read: a picture on the page after a page that takes long to draw', async () => {
    const pictures = await PDFDocument.load(await scanPages(copy, 150));
    const document = await PDFDocument.create();
    const line = '0 0 m 2384 3370 l S ';
    const heavy = document.addPage([2384, 3370]);
    heavy.node.set(
      PDFName.of('Contents'),
      document.context.register(document.context.flateStream(line.repeat(20_000))),
    );
    const [page] = await document.embedPages([pictures.getPages()[0]!]);
    document.addPage([A4.width + 100, A4.height + 100]).drawPage(page!, { x: 50, y: 50 });
    expect(await prepareUpload(await document.save())).toMatchObject(refusedWithCode);
  });

  it('is refused, and its bar code is read: an A0 sheet cut into A4 tiles', async () => {
    const poster = createCopyOfFile(rawPages([{ entries: '/MediaBox[0 0 2384 3370]' }]), stamp);
    const picture = await PDFDocument.load(await scanPages(poster, 100, (image) => image.png()));
    const tiles = await PDFDocument.create();
    const [sheet] = await tiles.embedPages(picture.getPages());
    for (const [column, row] of [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => [x, y] as const))) {
      tiles.addPage([595, 842]).drawPage(sheet!, { x: -595 * column, y: 842 * (row - 3) });
    }
    expect(await prepareUpload(await tiles.save())).toMatchObject(refusedWithCode);
  });

  it.each<[string, (picture: PDFImage, document: PDFDocument) => void]>([
    [
      'on a page with three points per unit',
      (picture, document) => {
        const page = document.addPage([198, 281]);
        page.node.set(PDFName.of('UserUnit'), PDFNumber.of(3));
        page.drawImage(picture, { width: 198, height: 281 });
      },
    ],
    ...[0.1, 10].map((userUnit): [string, (picture: PDFImage, document: PDFDocument) => void] => [
      `on an A4 page with ${userUnit} points per unit, which many viewers ignore`,
      (picture, document) => {
        const page = document.addPage([A4.width, A4.height]);
        page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
        page.drawImage(picture, A4);
      },
    ]),
    [
      'on a sheet of 4500 by 4500 points',
      (picture, document) => document.addPage([4500, 4500]).drawImage(picture, { x: 1500, y: 1500, ...A4 }),
    ],
    [
      'outside the crop box of a second page',
      (picture, document) => {
        document.addPage([A4.width, A4.height]);
        const page = document.addPage([A4.width, A4.height]);
        page.drawImage(picture, A4);
        page.setCropBox(250, 300, 100, 100);
      },
    ],
    ['in a layer that is off', (picture, document) => drawInLayer(picture, document, 'off')],
    ['in a layer that is only printed', (picture, document) => drawInLayer(picture, document, 'only-printed')],
    ['in a layer that is shown when another is off', (picture, document) => drawInLayer(picture, document, 'while-on')],
    [
      'in a hidden link',
      (picture, document) => {
        const { context } = document;
        const [page, content] = [document.addPage([A4.width, A4.height]), 'q 595 0 0 842 0 0 cm /Cover Do Q'];
        const resources = { XObject: { Cover: picture.ref } };
        const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 595, 842], Resources: resources };
        const appearance = context.register(context.stream(content, form));
        const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 595, 842], F: 2, AP: { N: appearance } };
        page.node.addAnnot(context.register(context.obj(link)));
      },
    ],
    [
      'in a hidden field',
      (picture, document) => {
        const field = document.getForm().createButton('cover');
        field.addToPage('', document.addPage([A4.width, A4.height]), { ...A4, hidden: true });
        field.setImage(picture);
      },
    ],
  ])('is refused, and its bar code is read: a picture %s', async (_, place) => {
    const pages = (await openWithPdfium(copy))!;
    const raster = pages.page(1, (page) => page.render(150 / 72))!;
    pages.close();
    const document = await PDFDocument.create();
    place(await document.embedPng(await toSharp(raster).png().toBuffer()), document);
    expect(await prepareUpload(await document.save())).toMatchObject(refusedWithCode);
  });

  it.each([
    [298, 420, stamp.email],
    [420, 595, `${'k'.repeat(60)}@${'x'.repeat(20)}.example.com`],
    [612, 792, `${'k'.repeat(64)}@${'x'.repeat(60)}.example.com`],
  ])('is refused, and its bar code is read: a page of %d by %d points, for %s', async (width, height, email) => {
    const source = rawPages([{ entries: `/MediaBox[0 0 ${width} ${height}]` }]);
    const pictures = await scanPages(createCopyOfFile(source, { ...stamp, email }), 150, (image) => image.png());
    expect(await prepareUpload(pictures)).toMatchObject(refusedWithCode);
  });

  const programsInstalled = ['gs', 'pdftops', 'pdftocairo'].every((name) =>
    isInstalled(name, 'copies that it converts are not tested'),
  );
  const toPdf = (input: string, ...options: string[]): Buffer =>
    folder.run('gs', '-q', '-sDEVICE=pdfwrite', ...options, '-oout.pdf', input);
  /** @returns a picture of the first page, in which Ghostscript draws greys as patterns of black pixels */
  const blackAndWhite = async (dpi: number): Promise<Uint8Array> => {
    const picture = folder.run('gs', '-q', '-sDEVICE=pngmono', '-dLastPage=1', `-r${dpi}`, '-oout.pdf', 'copy.pdf');
    const document = await PDFDocument.create();
    const image = await document.embedPng(await sharp(picture).png({ palette: false }).toBuffer());
    document.addPage([A4.width, A4.height]).drawImage(image, A4);
    return document.save();
  };
  const viaPostScript = (name: string, ...args: string[]): Buffer => {
    folder.write('printed.ps', folder.run(name, ...args, 'copy.pdf', 'out.pdf'));
    return toPdf('printed.ps');
  };
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>(
    programsInstalled
      ? [
          ['text as outlines by Ghostscript', () => toPdf('copy.pdf', '-dNoOutputFonts')],
          [
            'a picture without antialiasing',
            () => folder.run('gs', '-q', '-sDEVICE=pdfimage24', '-r100', '-oout.pdf', 'copy.pdf'),
          ],
          ['a black-and-white picture at 150 dpi', () => blackAndWhite(150)],
          ['a black-and-white picture at 200 dpi', () => blackAndWhite(200)],
          ['without any text', () => toPdf('copy.pdf', '-dFILTERTEXT')],
          ['PostScript without fonts', () => viaPostScript('pdftops', '-noembtt')],
          [
            'converted to PostScript by cairo, then to PDF by Ghostscript, then again by cairo',
            () => {
              folder.write('printed.pdf', viaPostScript('pdftocairo', '-ps'));
              return folder.run('pdftocairo', '-pdf', 'printed.pdf', 'out.pdf');
            },
          ],
        ]
      : [],
  )('is refused, and its bar code is read: %s', async (_, convert) => {
    expect(await prepareUpload(await convert())).toMatchObject(refusedWithCode);
  });
});
