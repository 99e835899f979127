import { PDFArray, PDFDocument, PDFHexString, PDFName, StandardFonts, type PDFDict, type PDFRef } from 'pdf-lib';

/** A hand-written file for tests: object bodies from number 1 on, object 1 the catalog; the form the engine reads. */
export function rawPdf(bodies: string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  let rows = '0000000000 65535 f \n';
  bodies.forEach((body, index) => {
    rows += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const size = bodies.length + 1;
  text += `xref\n0 ${size}\n${rows}trailer <</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export const rawStream = (content: string, entries = ''): string =>
  `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;

/** Pages with the given dictionary entries and contents, hung under one node that carries `inherited`. */
export function rawPages(pages: { entries?: string; content?: string }[], inherited = '', catalog = ''): Buffer {
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}${inherited}>>`,
    ...pages.flatMap(({ entries = '/MediaBox[0 0 595 842]', content = '0 0 m 9 9 l S' }, index) => [
      `<</Type/Page/Parent 2 0 R/Contents ${4 + 2 * index} 0 R${entries}>>`,
      rawStream(content),
    ]),
  ]);
}

/** A pattern as designers make them: pages, size layers, an outline, a link, a form field, a title. */
export async function patternPdf(pages = 3): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle('Sommerkleid Lina');
  const { context, catalog } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const layers = ['Größe 36', 'Größe 38'].map((name) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText(name) })),
  );
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: { ON: [layers[0]], OFF: [layers[1]] } }));
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842]);
    page.drawText(`Seite ${number}`, { x: 60, y: 700, font, size: 20 });
    page.node.set(PDFName.of('Resources'), withLayers(document, page.node.Resources()!, layers));
    page.node.addContentStream(context.register(context.flateStream('/OC /L1 BDC 60 60 400 500 re S EMC')));
  }
  const target = document.getPage(pages - 1).ref;
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [60, 600, 200, 620], Dest: [target, 'Fit'] };
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(link))]));
  addOutline(document, target);
  document
    .getForm()
    .createTextField('masse.brust')
    .addToPage(document.getPage(0), { x: 60, y: 500, width: 200, height: 20 });
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

/** Layers are the document's own; a page shares its resources with no other. */
function withLayers(document: PDFDocument, resources: PDFDict, layers: PDFRef[]): PDFDict {
  const dict = resources.clone(document.context);
  dict.set(PDFName.of('Properties'), document.context.obj({ L1: layers[0]!, L2: layers[1]! }));
  return dict;
}

function addOutline(document: PDFDocument, target: PDFRef): void {
  const { context } = document;
  const [root, item] = [context.nextRef(), context.nextRef()];
  const dest = PDFArray.withContext(context);
  dest.push(target);
  dest.push(PDFName.of('Fit'));
  context.assign(item, context.obj({ Title: PDFHexString.fromText('Schnittteile'), Parent: root, Dest: dest }));
  context.assign(root, context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 }));
  document.catalog.set(PDFName.of('Outlines'), root);
}
