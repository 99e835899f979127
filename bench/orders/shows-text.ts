import { openWithPdfJs } from '../../workers/src/pdf/document/read-pages.ts';

/** True when pdf.js finds the text on the first and the last page of a PDF. */
export async function showsText(pdf: Uint8Array, text: string): Promise<boolean> {
  const document = await openWithPdfJs(pdf);
  if (!document) return false;
  try {
    const { pages } = await document.structure();
    for (const number of new Set([1, pages])) {
      const { texts } = await document.page(number);
      if (!texts.some((item) => item.text.includes(text))) return false;
    }
    return true;
  } finally {
    await document.close();
  }
}
