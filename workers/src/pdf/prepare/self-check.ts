import { checkDrawing } from './check-drawing.js';
import { MasterRefused } from '../document/master-refused.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import type { BuiltMaster } from './plan.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs, type ReadPage, type ReadText, type Structure } from '../document/read-pages.js';
import { stampText, type Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** The buyer of the sample copy. */
export const SAMPLE: Stamp = {
  email: 'Łucja.Øé@example.com',
  orderNumber: 'PP-0000-000000',
  date: '2000-12-31',
  fileId: '0123456789abcdef0123456789abcdef',
  locale: 'de',
};

/**
 * Checks a sample copy with independent readers: every page must show the stamp at its place, and all pages, outline entries,
 * layers and form fields must be present.
 * @param marks reads the text of every page and the pictures of some pages
 * @throws {MasterRefused} STAMP_NOT_VISIBLE, STRUCTURE_CHANGED, UNREADABLE
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
  const reader = await openWithPdfJs(copy);
  if (!reader) throw new MasterRefused('STRUCTURE_CHANGED', 'A sample copy cannot be opened.');
  try {
    compareStructure(expected, await reader.structure().catch(() => undefined), plan.pages);
    for (let number = 1; number <= plan.pages; number++) {
      const page = await reader.page(number).catch(() => undefined);
      if (page) marks.readPage(page.texts, SAMPLE);
      if (!page || !showsStamp(page, stampText(SAMPLE))) {
        throw new MasterRefused('STAMP_NOT_VISIBLE', `The stamp cannot be read on page ${number} of a sample copy.`);
      }
    }
  } finally {
    await reader.close();
  }
  await checkDrawing(normalised, copy, built, { stamp: SAMPLE, marks });
}

/** @returns the result of qpdf's check: 0 valid, 1 warnings, 2 errors */
async function checkWithQpdf(bytes: Buffer): Promise<number> {
  const { exitCode } = await runQpdf(['--check', 'INPUT'], bytes);
  return exitCode === 0 ? 0 : exitCode === 3 ? 1 : 2;
}

async function countPages(bytes: Buffer): Promise<number | undefined> {
  const { messages } = await runQpdf(['--show-npages', 'INPUT'], bytes);
  const count = /^\d+$/m.exec(messages)?.[0];
  return count === undefined ? undefined : Number(count);
}

async function readStructure(normalised: Buffer): Promise<Structure> {
  const document = await openWithPdfJs(normalised);
  if (!document) throw new MasterRefused('UNREADABLE', 'A reader cannot open the file.');
  try {
    return await document.structure();
  } catch (error) {
    // pdf.js throws exceptions of different classes for too deep recursion, so the message is searched.
    const isTooDeep = /call stack|recursion/i.test(String(error));
    throw new MasterRefused(
      isTooDeep ? 'TOO_COMPLEX' : 'UNREADABLE',
      `A reader cannot list what is in the file: ${shortMessage(error)}`,
    );
  } finally {
    await document.close();
  }
}

const shortMessage = (error: unknown): string => String(error).slice(0, 200);

function compareStructure(expected: Structure, reader: Structure | undefined, pages: number): void {
  if (!reader) throw new MasterRefused('STRUCTURE_CHANGED', 'A reader cannot list the contents of a sample copy.');
  for (const part of ['outlines', 'layers', 'fields'] as const) {
    if (reader[part] !== expected[part]) {
      throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${reader[part]} ${part}, not ${expected[part]}.`);
    }
  }
  if (reader.pages !== pages) throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${reader.pages} pages.`);
}

/** Whether a page shows the text horizontally and vertically, each completely inside the page. It can have several lines. */
export function showsStamp(page: ReadPage, text: string): boolean {
  const isInsidePage = ({ x, y }: ReadText): boolean => x >= 0 && x <= page.width && y >= 0 && y <= page.height;
  return (['right', 'up'] as const).every((direction) => {
    const lines = page.texts.filter((reader) => reader.direction === direction && isInsidePage(reader));
    return withoutSpaces(lines.map((reader) => reader.text).join('')).includes(withoutSpaces(text));
  });
}

/** Spaces are ignored, because readers do not extract a space at a line break. */
const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
