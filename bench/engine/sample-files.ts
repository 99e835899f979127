import { createCipheriv } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef, StandardFonts } from 'pdf-lib';

export interface SampleFile {
  name: string;
  pages: number;
  bytes: Buffer;
}

interface Recipe {
  name: string;
  pages: number;
  width: number;
  height: number;
  /** Lines on each page; on a page with layers, lines in each layer. */
  lines: number;
  /** Bytes of the image on each page; on a page with layers, of the image in each layer. */
  imageBytes: number;
  layers: number;
}

const A4 = { width: 595, height: 842 };
const A0 = { width: 2384, height: 3370 };

const recipes: Recipe[] = [
  { name: '2 pages', pages: 2, ...A4, lines: 1_000, imageBytes: 90_000, layers: 0 },
  { name: '40 pages, lines', pages: 40, ...A4, lines: 20_500, imageBytes: 0, layers: 0 },
  { name: '60 pages, images', pages: 60, ...A4, lines: 500, imageBytes: 300_000, layers: 0 },
  { name: 'A0 sheet, 12 layers', pages: 1, ...A0, lines: 60_000, imageBytes: 4_400_000, layers: 12 },
  { name: '3,000 pages', pages: 3_000, ...A4, lines: 60, imageBytes: 0, layers: 0 },
];

/** Yields PDFs that resemble the uploads of designers. Every run yields the same bytes. */
export async function* sampleFiles(): AsyncGenerator<SampleFile> {
  for (const recipe of recipes) yield { name: recipe.name, pages: recipe.pages, bytes: await draw(recipe) };
}

async function draw({ pages, width, height, lines, imageBytes, layers }: Recipe): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context, catalog } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const groups = Array.from({ length: layers }, (_, index) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText(`Größe ${34 + 2 * index}`) })),
  );
  if (layers > 0) {
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: groups, D: { Order: groups, ON: groups } }));
  }
  for (let number = 1; number <= pages; number++) {
    const parts = Math.max(1, layers);
    const images: PDFRef[] = [];
    let content = `BT /F 18 Tf 1 0 0 1 60 60 Tm (Seite ${number}) Tj ET\n`;
    for (let part = 0; part < parts; part++) {
      const seed = number * 100 + part;
      let drawn = strokes(lines, width, height, seed);
      if (imageBytes > 0) {
        images.push(image(document, imageBytes, seed));
        drawn += `q ${width / 2} 0 0 ${height / 2} ${width / 4} ${height / 4} cm /I${part} Do Q\n`;
      }
      content += layers > 0 ? `/OC /L${part} BDC\n${drawn}EMC\n` : drawn;
    }
    const page = document.addPage([width, height]);
    const resources = { Font: { F: font.ref }, XObject: nameRefs('I', images), Properties: nameRefs('L', groups) };
    page.node.set(PDFName.of('Resources'), context.obj(resources));
    page.node.set(PDFName.of('Contents'), stream(document, Buffer.from(content, 'latin1'), {}));
  }
  return Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
}

const nameRefs = (prefix: string, refs: PDFRef[]): Record<string, PDFRef> =>
  Object.fromEntries(refs.map((ref, index) => [prefix + index, ref]));

/** Adds a grey image of noise, which cannot be compressed. */
function image(document: PDFDocument, bytes: number, seed: number): PDFRef {
  const side = Math.floor(Math.sqrt(bytes));
  const entries = { Subtype: 'Image', Width: side, Height: side, ColorSpace: 'DeviceGray', BitsPerComponent: 8 };
  return stream(document, noise(side * side, seed), { Type: 'XObject', ...entries }, 1);
}

function strokes(count: number, width: number, height: number, seed: number): string {
  const random = noise(4 * count, seed);
  let path = '0.4 w 60 60 m\n';
  for (let at = 0; at < random.length; at += 4) {
    const x = (random.readUInt16LE(at) / 65_535) * width;
    const y = (random.readUInt16LE(at + 2) / 65_535) * height;
    path += `${x.toFixed(2)} ${y.toFixed(2)} l\n`;
  }
  return `${path}S\n`;
}

function stream(document: PDFDocument, plain: Buffer, entries: Record<string, string | number>, level = 6): PDFRef {
  const packed = deflateSync(plain, { level });
  const dict = document.context.obj({ ...entries, Filter: 'FlateDecode', Length: packed.length });
  return document.context.register(PDFRawStream.of(dict, packed));
}

/** @returns incompressible bytes, the same for the same seed */
function noise(bytes: number, seed: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.writeUInt32BE(seed);
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), counter).update(Buffer.alloc(bytes));
}
