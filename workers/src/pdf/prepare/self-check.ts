import { checkDrawing } from './check-drawing.js';
import { MasterRefused } from '../document/master-refused.js';
import type { MarkFinder } from '../stamp/own-mark.js';
import type { BuiltMaster } from './plan.js';
import { runQpdf } from '../document/qpdf.js';
import { openWithPdfJs, type ReadPage, type ReadText, type Structure } from '../document/read-pages.js';
import { stampText, type Stamp } from '../stamp/stamp-text.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/** A sample buyer. */
export const SAMPLE: Stamp = {
  email: 'Łucja.Øé@example.com',
  orderNumber: 'PP-0000-000000',
  date: '2000-12-31',
  fileId: '0123456789abcdef0123456789abcdef',
  locale: 'de',
};

/**
 * Checks a sample copy with independent readers: every page shows the stamp at its place, and all pages, outlines, layers and
 * fields are present. `marks` reads the text of every page and the pictures of some.
 * @throws {MasterRefused} STAMP_NOT_VISIBLE, STRUCTURE_CHANGED, UNREADABLE
 */
export async function selfCheck(normalised: Buffer, built: BuiltMaster, marks: MarkFinder): Promise<void> {
  const { master, plan } = built;
  const copy = Buffer.concat([master, writeTail(compilePlan(plan), SAMPLE).tail]);
  const faults = await severity(copy);
  if (faults > 0 && faults > (await severity(normalised))) {
    throw new MasterRefused('STRUCTURE_CHANGED', 'A sample copy has errors that the file does not have.');
  }
  const pages = await countPages(normalised);
  if (pages !== undefined && pages !== plan.pages) {
    throw new MasterRefused('STRUCTURE_CHANGED', `The file has ${pages} pages, a copy would have ${plan.pages}.`);
  }
  const expected = await structureOf(normalised);
  const seen = await openWithPdfJs(copy);
  if (!seen) throw new MasterRefused('STRUCTURE_CHANGED', 'A sample copy cannot be opened.');
  try {
    compare(expected, await seen.structure().catch(() => undefined), plan.pages);
    for (let number = 1; number <= plan.pages; number++) {
      const page = await seen.page(number).catch(() => undefined);
      if (page) marks.readPage(page.texts, SAMPLE);
      if (!page || !showsStamp(page, stampText(SAMPLE))) {
        throw new MasterRefused('STAMP_NOT_VISIBLE', `The stamp cannot be read on page ${number} of a sample copy.`);
      }
    }
  } finally {
    await seen.close();
  }
  await checkDrawing(normalised, copy, built, { stamp: SAMPLE, marks });
}

/** Result of the check by qpdf: 0 valid, 1 warnings, 2 errors. */
async function severity(bytes: Buffer): Promise<number> {
  const { exitCode } = await runQpdf(['--check', 'INPUT'], bytes);
  return exitCode === 0 ? 0 : exitCode === 3 ? 1 : 2;
}

async function countPages(bytes: Buffer): Promise<number | undefined> {
  const { messages } = await runQpdf(['--show-npages', 'INPUT'], bytes);
  const count = /^\d+$/m.exec(messages)?.[0];
  return count === undefined ? undefined : Number(count);
}

async function structureOf(normalised: Buffer): Promise<Structure> {
  const document = await openWithPdfJs(normalised);
  if (!document) throw new MasterRefused('UNREADABLE', 'A reader cannot open the file.');
  try {
    return await document.structure();
  } catch (error) {
    // A reader throws exceptions of different classes, also for too deep recursion.
    const deep = /call stack|recursion/i.test(String(error));
    throw new MasterRefused(
      deep ? 'TOO_COMPLEX' : 'UNREADABLE',
      `A reader cannot list what is in the file: ${reason(error)}`,
    );
  } finally {
    await document.close();
  }
}

const reason = (error: unknown): string => String(error).slice(0, 200);

function compare(expected: Structure, seen: Structure | undefined, pages: number): void {
  if (!seen) throw new MasterRefused('STRUCTURE_CHANGED', 'A reader cannot list the contents of a sample copy.');
  for (const part of ['outlines', 'layers', 'fields'] as const) {
    if (seen[part] !== expected[part]) {
      throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${seen[part]} ${part}, not ${expected[part]}.`);
    }
  }
  if (seen.pages !== pages) throw new MasterRefused('STRUCTURE_CHANGED', `A copy would have ${seen.pages} pages.`);
}

/** The horizontal and vertical text, completely inside the page; a text can have several lines. */
export function showsStamp(page: ReadPage, text: string): boolean {
  const inside = ({ x, y }: ReadText): boolean => x >= 0 && x <= page.width && y >= 0 && y <= page.height;
  return (['right', 'up'] as const).every((direction) => {
    const lines = page.texts.filter((seen) => seen.direction === direction && inside(seen));
    return withoutSpaces(lines.map((seen) => seen.text).join('')).includes(withoutSpaces(text));
  });
}

/** Readers do not extract a space at a line break. */
const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
