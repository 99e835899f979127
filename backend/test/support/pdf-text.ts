import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  title: string;
  language: string | null;
  pages: {
    /** The text above the foot of the page, without spaces: a line can end within a long word. */
    body: string;
    foot: string;
  }[];
}

/** Height of the upper end of the foot of a page, in points. */
const FOOT = 60;

export const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

/** Reads the text of a document that the shop has written (workers/src/pdf/sheet). */
export async function readPdf(pdf: Buffer): Promise<PdfText> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { info } = (await document.getMetadata()) as unknown as { info: { Title: string; Language: string | null } };
  const pages: PdfText['pages'] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
    );
    const join = (part: typeof texts) => part.map(({ text }) => text).join(' ');
    pages.push({
      body: withoutSpaces(join(texts.filter(({ y }) => y >= FOOT))),
      foot: join(texts.filter(({ y }) => y < FOOT)).replaceAll('\u00a0', ' '),
    });
  }
  return { title: info.Title, language: info.Language, pages };
}
