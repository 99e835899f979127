import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef, StandardFonts } from 'pdf-lib';
import type { Fonts } from './ink.ts';

const CREATION_DATE = new Date(Date.UTC(2026, 0, 15, 9, 0, 0));

/** A PDF with one layer (optional content group) per size. Lengths are in points. */
export class PaperDocument {
  private readonly layers: PDFRef[] = [];
  private readonly doc: PDFDocument;
  readonly fonts: Fonts;

  private constructor(doc: PDFDocument, fonts: Fonts) {
    this.doc = doc;
    this.fonts = fonts;
  }

  static async create(title: string, author: string): Promise<PaperDocument> {
    const doc = await PDFDocument.create({ updateMetadata: false });
    doc.setTitle(title);
    doc.setAuthor(author);
    doc.setProducer('Schnittmuster');
    doc.setCreationDate(CREATION_DATE);
    doc.setModificationDate(CREATION_DATE);
    const fonts = {
      plain: await doc.embedFont(StandardFonts.Helvetica),
      bold: await doc.embedFont(StandardFonts.HelveticaBold),
    };
    return new PaperDocument(doc, fonts);
  }

  /** Adds a visible layer per name, in this order. Pages refer to them as S0, S1, … */
  addLayers(names: string[]): void {
    const { context } = this.doc;
    for (const name of names) {
      this.layers.push(context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText(name) })));
    }
    const config = context.obj({
      Order: [...this.layers],
      ON: [...this.layers],
      BaseState: 'ON',
      ListMode: 'AllPages',
    });
    config.set(PDFName.of('Name'), PDFHexString.fromText('Größen'));
    this.doc.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [...this.layers], D: config }));
  }

  addPage(width: number, height: number, content: string, images: Record<string, PDFRef> = {}): void {
    const { context } = this.doc;
    const page = this.doc.addPage([width, height]);
    const resources = context.obj({
      Font: { R: this.fonts.plain.ref, B: this.fonts.bold.ref },
      Properties: Object.fromEntries(this.layers.map((ref, i) => [`S${i}`, ref])),
      XObject: images,
    });
    const packed = deflateSync(Buffer.from(content, 'latin1'), { level: 6 });
    const stream = PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: packed.length }), packed);
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), context.register(stream));
  }

  /** Adds an RGB image with 8 bits per channel. @returns its reference for `addPage` */
  addImage(width: number, height: number, rgb: Uint8Array): PDFRef {
    const packed = deflateSync(rgb, { level: 1 });
    const dict = this.doc.context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'FlateDecode',
      Length: packed.length,
    });
    return this.doc.context.register(PDFRawStream.of(dict, packed));
  }

  async bytes(): Promise<Uint8Array> {
    return this.doc.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  }
}
