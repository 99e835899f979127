import { MasterRefused } from '../document/master-refused.js';

const MIB = 1024 * 1024;

/** Limits for one file. Real pattern files stay far below; they protect against hostile ones. */
export const limits = {
  sourceBytes: 300 * MIB,
  /** Simple pages of this number can be prepared within the time for a small file; patterns have fewer than 200. */
  pages: 4_000,
  /**
   * Nested saved graphics states on a page or in a form. Files nest fewer than 30; the time of readers grows
   * quadratically, so ten thousand take seconds per page.
   */
  savedStates: 256,
  /** Characters needed to close the unclosed content of a page. Most pages need none, and readers recurse into it. */
  openValues: 512,
  /** Nesting of form fields. Names such as `size.front.width` nest fewer than ten, and readers recurse into them. */
  fieldLevels: 100,
  /** Forms drawn per page, including nested ones. */
  drawnForms: 200_000,
  /** The visible short side in points, after UserUnit. */
  pagePoints: 10,
  /** Timeout; reaching it is not the fault of the file. */
  milliseconds: 240_000,
  /** One entry of Info, which every copy and plan contains; programs write titles and names there. */
  infoEntryBytes: 4 * 1024,
  /** All entries together. */
  infoBytes: 64 * 1024,
  /**
   * The XMP of the document, inflated. Drawing programs write a few hundred kilobytes including a thumbnail; more is the
   * history of placed pictures, which no page needs. The normaliser leaves it inflated, as other programs expect.
   */
  xmpBytes: MIB,
  /** The plan in the result of the preparation process, which the worker parses. */
  planBytes: 16 * MIB,
};

/** The result of the preparation process, master and plan: a master is slightly larger than its source. */
export const resultBytes = (sourceBytes: number): number =>
  Math.min(1200 * MIB, limits.planBytes + 8 * MIB + 4 * sourceBytes);

/**
 * The constant part of a copy besides the master: pages, page tree, catalog, table and stamps. 4,000 empty pages take one
 * megabyte; pages that share content are repeated as dictionaries.
 */
export const tailBytes = (sourceBytes: number): number => Math.min(32 * MIB, 2 * MIB + 8 * sourceBytes);

/**
 * Whether the uncompressed objects of a file are so much larger that the source must have had object streams, independent of
 * the declared type of its streams.
 */
export const isInflated = (sourceBytes: number, normalisedBytes: number): boolean =>
  normalisedBytes > 2 * sourceBytes + MIB / 4;

/**
 * Maximum inflated content of a page in bytes. A layered A0 sheet can have 250 MB, deflated to a tenth; no valid page has
 * hundreds of megabytes from a few kilobytes.
 */
export const contentBytes = (fileBytes: number): number => Math.min(512 * MIB, 48 * MIB + 16 * fileBytes);

/** Valid content inflates two to three times; higher ratios get no additional time. Applied to large content only. */
const HONEST_INFLATION = 3;
const LARGE = 10_000_000;

/**
 * Maximum CPU seconds, all threads together, to prepare a source: 10, plus 1 per 10 MB of its file size and inflated
 * content.
 */
export const cpuSeconds = (sourceBytes: number): number =>
  10 + ((sourceBytes > LARGE ? 1 + HONEST_INFLATION : 1) * sourceBytes) / 10_000_000;

/**
 * Checks the size, and the header within the first KB.
 * @throws {MasterRefused} TOO_LARGE, NOT_A_PDF
 */
export function refuseInvalidSource(source: Uint8Array): void {
  if (source.length > limits.sourceBytes) {
    throw new MasterRefused('TOO_LARGE', `The file is larger than ${limits.sourceBytes / MIB} MiB.`);
  }
  const start = Buffer.from(source.buffer, source.byteOffset, Math.min(1024, source.length));
  if (!start.includes('%PDF-')) throw new MasterRefused('NOT_A_PDF', 'The file does not start like a PDF.');
}
