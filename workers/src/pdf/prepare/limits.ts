import { MasterRefused } from '../document/master-refused.js';

const MIB = 1024 * 1024;

/** Maximum values for one file, which protect against hostile files. Files of real patterns are far below these limits. */
export const limits = {
  sourceBytes: 300 * MIB,
  /**
   * Number of pages. A small file with this many simple pages needs about half of the CPU time that it may use. Patterns
   * have fewer than 200 pages.
   */
  pages: 2_000,
  /**
   * Nesting depth of saved graphics states on a page or in a form. Usual files nest fewer than 30. The time of PDF readers
   * grows with the square of the depth: a depth of ten thousand takes seconds per page.
   */
  savedStates: 256,
  /**
   * Number of characters that are needed to close all arrays, dictionaries and strings that the content of a page leaves
   * open. Most pages need none. PDF readers recurse into each open array and dictionary.
   */
  openValues: 512,
  /**
   * Nesting depth of form fields. The field `size.front.width` has three levels; usual files have fewer than ten. PDF
   * readers recurse into each level.
   */
  fieldLevels: 100,
  /** Number of forms that a page draws, including nested forms. A form that is drawn twice counts twice. */
  drawnForms: 200_000,
  /** A minimum: the length of the shorter side of a page as it is shown, in points. */
  pagePoints: 10,
  /** Timeout of the preparation. The file is not refused at the timeout, because a busy machine can also be the cause. */
  milliseconds: 240_000,
  /**
   * Bytes of one entry of the Info dictionary. Every copy and plan contains the entries. Programs write titles and names
   * there.
   */
  infoEntryBytes: 4 * 1024,
  /** Bytes of all entries of the Info dictionary. */
  infoBytes: 64 * 1024,
  /**
   * Bytes of the document's inflated XMP. Drawing programs write a few hundred kilobytes, including a thumbnail. Larger XMP
   * contains the history of placed pictures, which no page needs.
   */
  xmpBytes: MIB,
  /** Bytes of the plan in the result of the preparation process, which the worker must parse. */
  planBytes: 16 * MIB,
};

/**
 * Maximum bytes of the result of the preparation process (plan and master). A valid master is slightly larger than its
 * source.
 */
export const maxResultBytes = (sourceBytes: number): number =>
  Math.min(1200 * MIB, limits.planBytes + 8 * MIB + 4 * sourceBytes);

/**
 * Maximum bytes of a tail: pages, page tree, catalog, xref table and stamps. 2,000 empty pages take half a megabyte. Pages
 * that share their content still have their own dictionaries.
 */
export const maxTailBytes = (sourceBytes: number): number => Math.min(32 * MIB, 2 * MIB + 8 * sourceBytes);

/**
 * Whether the normalised file is so much larger than its source that the source must have object streams. Searching the
 * source for the type /ObjStm is not enough, because a hostile file can hide it.
 */
export const isInflated = (sourceBytes: number, normalisedBytes: number): boolean =>
  normalisedBytes > 2 * sourceBytes + MIB / 4;

/**
 * Maximum bytes of the inflated content of a page. A layered A0 sheet can have 250 MB, deflated to 25 MB. The limit depends
 * on the size of the file, because the content of a valid page does not inflate from a few kilobytes to hundreds of
 * megabytes.
 */
export const maxContentBytes = (fileBytes: number): number => Math.min(512 * MIB, 48 * MIB + 16 * fileBytes);

/** Usual ratio of inflated to deflated content. A file with a higher ratio gets no additional CPU time. */
const USUAL_INFLATION = 3;
const LARGE_SOURCE_BYTES = 10_000_000;

/**
 * Maximum CPU seconds for preparing a source, summed over all threads: 10, plus 1 per 10 MB of the source. A large source
 * also gets 1 per 10 MB of its inflated content, whose size is estimated with USUAL_INFLATION.
 */
export const maxCpuSeconds = (sourceBytes: number): number =>
  10 + ((sourceBytes > LARGE_SOURCE_BYTES ? 1 + USUAL_INFLATION : 1) * sourceBytes) / 10_000_000;

/**
 * Checks the size of a source, and that its first kilobyte contains a PDF header.
 * @throws {MasterRefused} TOO_LARGE, NOT_A_PDF
 */
export function refuseInvalidSource(source: Uint8Array): void {
  if (source.length > limits.sourceBytes) {
    throw new MasterRefused('TOO_LARGE', `The file is larger than ${limits.sourceBytes / MIB} MiB.`);
  }
  const start = Buffer.from(source.buffer, source.byteOffset, Math.min(1024, source.length));
  if (!start.includes('%PDF-')) throw new MasterRefused('NOT_A_PDF', 'The first kilobyte contains no PDF header.');
}
