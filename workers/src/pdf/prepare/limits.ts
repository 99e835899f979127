import { MasterRefused } from '../document/master-refused.js';

const MIB = 1024 * 1024;

/** Limits for one file. They protect against hostile files; pattern files stay far below them. */
export const limits = {
  sourceBytes: 300 * MIB,
  /** So many simple pages can be prepared within the time limit of a small file. Patterns have fewer than 200. */
  pages: 4_000,
  /**
   * Nesting of saved graphics states on a page or in a form. Usual files nest fewer than 30. The time of readers grows
   * quadratically, so ten thousand take seconds per page.
   */
  savedStates: 256,
  /**
   * Characters that close the open arrays, dictionaries and strings of a page. Most pages need none; readers recurse into
   * each.
   */
  openValues: 512,
  /** Nesting of form fields. Names such as `size.front.width` nest fewer than ten levels; readers recurse into each level. */
  fieldLevels: 100,
  /** Drawings of forms on a page, including nested ones. */
  drawnForms: 200_000,
  /** Minimum of the visible short side in points, after UserUnit. */
  pagePoints: 10,
  /** Timeout of the preparation. It does not refuse the file, because a busy machine can cause it. */
  milliseconds: 240_000,
  /** Bytes of one entry of the Info dictionary, which every copy and plan contains. Programs write titles and names there. */
  infoEntryBytes: 4 * 1024,
  /** Bytes of all entries of the Info dictionary. */
  infoBytes: 64 * 1024,
  /**
   * Bytes of the document's inflated XMP. Drawing programs write a few hundred kilobytes, including a thumbnail. Larger ones
   * contain the history of placed pictures, which no page needs. The normaliser writes XMP inflated, as other programs expect.
   */
  xmpBytes: MIB,
  /** Bytes of the plan in the result of the preparation process, which the worker must parse. */
  planBytes: 16 * MIB,
};

/** Maximum bytes of the preparation process's result, master and plan. A master is slightly larger than its source. */
export const resultBytes = (sourceBytes: number): number =>
  Math.min(1200 * MIB, limits.planBytes + 8 * MIB + 4 * sourceBytes);

/**
 * Maximum bytes of the constant part of a tail: pages, page tree, catalog, table and stamps. 4,000 empty pages take one
 * megabyte. Pages that share their content still have their own dictionaries.
 */
export const tailBytes = (sourceBytes: number): number => Math.min(32 * MIB, 2 * MIB + 8 * sourceBytes);

/**
 * Whether the normalised file is so much larger than its source that the source must have object streams. A search for their
 * type alone is not enough, because a hostile file can hide it.
 */
export const isInflated = (sourceBytes: number, normalisedBytes: number): boolean =>
  normalisedBytes > 2 * sourceBytes + MIB / 4;

/**
 * Maximum inflated content of a page in bytes. A layered A0 sheet can have 250 MB, deflated to a tenth. No valid page inflates
 * from a few kilobytes to hundreds of megabytes.
 */
export const contentBytes = (fileBytes: number): number => Math.min(512 * MIB, 48 * MIB + 16 * fileBytes);

/** Ratio of inflated to deflated content in valid files. A higher ratio gets no additional CPU time. */
const USUAL_INFLATION = 3;
const LARGE_SOURCE_BYTES = 10_000_000;

/**
 * Maximum CPU seconds of all threads for preparing a source: 10, plus 1 per 10 MB of its size, and for a large source also of
 * its inflated content.
 */
export const cpuSeconds = (sourceBytes: number): number =>
  10 + ((sourceBytes > LARGE_SOURCE_BYTES ? 1 + USUAL_INFLATION : 1) * sourceBytes) / 10_000_000;

/**
 * Checks the size of a source, and that its first kilobyte contains the header.
 * @throws {MasterRefused} TOO_LARGE, NOT_A_PDF
 */
export function refuseInvalidSource(source: Uint8Array): void {
  if (source.length > limits.sourceBytes) {
    throw new MasterRefused('TOO_LARGE', `The file is larger than ${limits.sourceBytes / MIB} MiB.`);
  }
  const start = Buffer.from(source.buffer, source.byteOffset, Math.min(1024, source.length));
  if (!start.includes('%PDF-')) throw new MasterRefused('NOT_A_PDF', 'The file does not start like a PDF.');
}
