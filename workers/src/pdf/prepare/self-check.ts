import { checkDrawing } from './check-drawing.js';
import { MasterRefused } from '../document/master-refused.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import type { BuiltMaster } from './plan.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs, type ReadPage, type ReadText, type Structure } from '../document/read-pages.js';
import { stampText, type Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** The data in the stamp of the sample copy. */
export const SAMPLE: Stamp = {
  email: 'Łucja.Øé@example.com',
  orderNumber: 'PP-0000-000000',
  date: '2000-12-31',
  fileId: '0123456789abcdef0123456789abcdef',
  locale: 'de',
};

/**
 * Checks a sample copy of a file with qpdf, pdf.js and PDFium. Every page must show the text of the stamp, and the copy must
 * have as many pages, outline entries, layers and form fields as the file. `checkDrawing` checks the place of the stamp.
 * @param marks collects the marks of sold copies from the text of every page and from pictures of the pages
 * @throws {MasterRefused} STAMP_NOT_VISIBLE, STRUCTURE_CHANGED, TOO_COMPLEX, UNREADABLE
 */
export async function selfCheck(normalised: Buffer, built: BuiltMaster, marks: MarkFinder): Promise<void> {
  const { master, plan } = built;
  const copy = Buffer.concat([master, writeTail(compilePlan(plan), SAMPLE).tail]);
  const copySeverity = await checkWithQpdf(copy);
  if (copySeverity > 0 && copySeverity > (await checkWithQpdf(normalised))) {
    throw new MasterRefused('STRUCTURE_CHANGED', 'A sample copy has errors that the file does not have.');
  }
  const pages = await countPages(normalised);
  if (pages !== undefined && pages !== plan.pages) {
    throw new MasterRefused('STRUCTURE_CHANGED', `The file has ${pages} pages, a copy would have ${plan.pages}.`);
  }
  const expected = await readStructure(normalised);
  const openCopy = await openWithPdfJs(copy);
  if (!openCopy) throw new MasterRefused('STRUCTURE_CHANGED', 'A sample copy cannot be opened.');
  try {
    compareStructure(expected, await openCopy.structure().catch(() => undefined), plan.pages);
    for (let number = 1; number <= plan.pages; number++) {
      const page = await openCopy.page(number).catch(() => undefined);
      if (page) marks.readPage(page.texts, SAMPLE);
      if (!page || !showsStamp(page, stampText(SAMPLE))) {
        throw new MasterRefused('STAMP_NOT_VISIBLE', `The stamp cannot be read on page ${number} of a sample copy.`);
      }
    }
  } finally {
    await openCopy.close();
  }
  await checkDrawing(normalised, copy, built, { stamp: SAMPLE, marks });
}

/** The filter of JPEG pictures. */
const JPEG_FILTER = '/DCTDecode';

/**
 * Checks a file with qpdf, except the pixels of JPEG pictures. The preparation does not change these pictures, and qpdf
 * would need a second of CPU time for 10 megapixels.
 * @returns 0 for a valid file, 1 for warnings, 2 for errors
 */
async function checkWithQpdf(bytes: Buffer): Promise<number> {
  const places: number[] = [];
  for (let at = bytes.indexOf(JPEG_FILTER); at >= 0; at = bytes.indexOf(JPEG_FILTER, at + 1)) places.push(at);
  // The filter gets a name that qpdf does not know, so that qpdf does not decode the pictures. The bytes are changed in
  // place and restored afterwards, because a large file should not be duplicated.
  for (const at of places) bytes.write('/-', at);
  try {
    const { exitCode } = await runQpdf(['--check', 'INPUT'], bytes);
    return exitCode === 0 ? 0 : exitCode === 3 ? 1 : 2;
  } finally {
    for (const at of places) bytes.write(JPEG_FILTER, at);
  }
}

async function countPages(bytes: Buffer): Promise<number | undefined> {
  const { messages } = await runQpdf(['--show-npages', 'INPUT'], bytes);
  const count = /^\d+$/m.exec(messages)?.[0];
  return count === undefined ? undefined : Number(count);
}

async function readStructure(normalised: Buffer): Promise<Structure> {
  const document = await openWithPdfJs(normalised);
  if (!document) throw new MasterRefused('UNREADABLE', 'pdf.js cannot open the file.');
  try {
    return await document.structure();
  } catch (error) {
    // When its recursion is too deep, pdf.js throws exceptions of different classes, so the text of the error is checked.
    const isTooDeep = /call stack|recursion/i.test(String(error));
    throw new MasterRefused(
      isTooDeep ? 'TOO_COMPLEX' : 'UNREADABLE',
      `pdf.js cannot list the structure of the file: ${shortMessage(error)}`,
    );
  } finally {
    await document.close();
  }
}

const shortMessage = (error: unknown): string => String(error).slice(0, 200);

function compareStructure(expected: Structure, actual: Structure | undefined, pages: number): void {
  if (!actual) throw new MasterRefused('STRUCTURE_CHANGED', 'pdf.js cannot list the structure of a sample copy.');
  for (const part of ['outlines', 'layers', 'fields'] as const) {
    if (actual[part] !== expected[part]) {
      throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${actual[part]} ${part}, not ${expected[part]}.`);
    }
  }
  if (actual.pages !== pages)
    throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${actual.pages} pages, not ${pages}.`);
}

/**
 * Whether a page shows the text both horizontally and vertically. Each of the two texts can have any number of lines. Only
 * lines that start inside the page count; `checkDrawing` checks that the whole text is visible.
 */
export function showsStamp(page: ReadPage, text: string): boolean {
  const isInsidePage = ({ x, y }: ReadText): boolean => x >= 0 && x <= page.width && y >= 0 && y <= page.height;
  return (['right', 'up'] as const).every((direction) => {
    const lines = page.texts.filter((line) => line.direction === direction && isInsidePage(line));
    return withoutSpaces(lines.map((line) => line.text).join('')).includes(withoutSpaces(text));
  });
}

/** Spaces are ignored, because pdf.js does not extract a space at a line break. */
const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
