import { MasterRefused } from './master-refused.js';

const MIB = 1024 * 1024;

/** What one file may cost. Real pattern files stay far below; the limits are for hostile ones. */
export const limits = {
  sourceBytes: 300 * MIB,
  pages: 10_000,
  /** Inflated content of one page. A layered A0 sheet can have a quarter of a gigabyte. */
  contentBytes: 512 * MIB,
  /**
   * Graphics states saved at once on a page or in a form. Files nest fewer than 30; what readers do for each grows with
   * their number, so that ten thousand cost seconds a page.
   */
  savedStates: 256,
  /** The visible short side in points, after UserUnit. */
  pagePoints: 10,
  milliseconds: 240_000,
  /** Master and plan as the preparing process hands them over. */
  resultBytes: 1200 * MIB,
};

/** Bytes of memory (resident set) the preparing process may use for a source of this size. */
export const memoryLimit = (sourceBytes: number): number => 1280 * MIB + 4 * sourceBytes;

/** Throws MasterRefused when the bytes cannot be a PDF we take: size first, then the header within the first KB. */
export function refuseHopelessSource(source: Uint8Array): void {
  if (source.length > limits.sourceBytes) {
    throw new MasterRefused('TOO_LARGE', `The file is larger than ${limits.sourceBytes / MIB} MiB.`);
  }
  const start = Buffer.from(source.buffer, source.byteOffset, Math.min(1024, source.length));
  if (!start.includes('%PDF-')) throw new MasterRefused('NOT_A_PDF', 'The file does not start like a PDF.');
}
