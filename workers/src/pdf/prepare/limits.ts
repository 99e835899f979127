import { MasterRefused } from '../document/master-refused.js';

const MIB = 1024 * 1024;

/** What one file may cost. Real pattern files stay far below; the limits are for hostile ones. */
export const limits = {
  sourceBytes: 300 * MIB,
  /** As many as the time for a small file is enough for, where the pages are simple; patterns have fewer than 200. */
  pages: 4_000,
  /**
   * Graphics states saved at once on a page or in a form. Files nest fewer than 30; what readers do for each grows with
   * their number, so that ten thousand cost seconds a page.
   */
  savedStates: 256,
  /** Characters that close what a page's content leaves open; most leave nothing, and readers recurse into it. */
  openValues: 512,
  /** Form fields in form fields; names like `size.front.width` nest fewer than ten, and readers recurse into them. */
  fieldLevels: 100,
  /** Forms drawn for one page, those within forms included. */
  drawnForms: 200_000,
  /** The visible short side in points, after UserUnit. */
  pagePoints: 10,
  /** By the clock on the wall; beyond it, the machine is at fault. */
  milliseconds: 240_000,
  /** One entry of the document's Info, which every copy and every plan carries; programs write titles and names there. */
  infoEntryBytes: 4 * 1024,
  /** All entries together. */
  infoBytes: 64 * 1024,
  /**
   * The document's XMP, inflated. Drawing programs write some hundred kilobytes, with a thumbnail; what is more is the
   * history of placed pictures. No page needs it. The normaliser leaves it inflated, as other programs look for it.
   */
  xmpBytes: MIB,
  /** What the preparing process says before the master, which is the plan: the worker parses it and hands it on. */
  planBytes: 16 * MIB,
};

/** Master and plan as the preparing process hands them over: a master is little larger than what it is made from. */
export const resultBytes = (sourceBytes: number): number =>
  Math.min(1200 * MIB, limits.planBytes + 8 * MIB + 4 * sourceBytes);

/**
 * What every copy carries besides the master: pages, page tree, catalog, table and stamps. 4,000 empty pages have a
 * megabyte of it, from any small file; a page may share what it draws with others, and then the copy repeats its dictionary.
 */
export const tailBytes = (sourceBytes: number): number => Math.min(32 * MIB, 2 * MIB + 8 * sourceBytes);

/**
 * Whether the objects of a file are so much larger in the open that the file must have kept them deflated, whatever it
 * calls the streams that hold them.
 */
export const isInflated = (sourceBytes: number, normalisedBytes: number): boolean =>
  normalisedBytes > 2 * sourceBytes + MIB / 4;

/**
 * Bytes of inflated content that one page may have. A layered A0 sheet can have a quarter of a gigabyte, from a tenth of it;
 * no page has hundreds of megabytes from a few kilobytes.
 */
export const contentBytes = (fileBytes: number): number => Math.min(512 * MIB, 48 * MIB + 16 * fileBytes);

/** Honest content inflates two to three times; what inflates more gets no more time for it. Counted where it takes long. */
const HONEST_INFLATION = 3;
const LARGE = 10_000_000;

/**
 * Seconds of computing, all threads together, that preparing a source may take: 10, and 1 for each 10 MB of its honest
 * size, which is the file and what is in it.
 */
export const cpuSeconds = (sourceBytes: number): number =>
  10 + ((sourceBytes > LARGE ? 1 + HONEST_INFLATION : 1) * sourceBytes) / 10_000_000;

/** Throws MasterRefused when the bytes cannot be a PDF we take: size first, then the header within the first KB. */
export function refuseHopelessSource(source: Uint8Array): void {
  if (source.length > limits.sourceBytes) {
    throw new MasterRefused('TOO_LARGE', `The file is larger than ${limits.sourceBytes / MIB} MiB.`);
  }
  const start = Buffer.from(source.buffer, source.byteOffset, Math.min(1024, source.length));
  if (!start.includes('%PDF-')) throw new MasterRefused('NOT_A_PDF', 'The file does not start like a PDF.');
}
