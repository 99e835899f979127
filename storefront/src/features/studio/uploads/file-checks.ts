import { LARGEST_FILE, LARGEST_PICTURE, PICTURE_TYPES } from '../../../lib/shop-rules';
import type { FileKind, OwnFile } from '../../../api/studio';

/** Checks a PDF before the upload. @returns the message key of the problem, or null */
export function pdfProblem(file: File): string | null {
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return 'studio:file.notPdf';
  if (file.size === 0) return 'studio:file.empty';
  return file.size > LARGEST_FILE ? 'studio:file.tooLarge' : null;
}

export type PictureType = (typeof PICTURE_TYPES)[number];

export const toPictureType = ({ type }: File): PictureType | undefined => PICTURE_TYPES.find((name) => name === type);

export function pictureProblem(file: File): string | null {
  if (!toPictureType(file)) return 'studio:picture.wrongType';
  if (file.size === 0) return 'studio:file.empty';
  return file.size > LARGEST_PICTURE ? 'studio:picture.tooLarge' : null;
}

/** The width and height of the paper in millimetres, by file kind. Files of the other kinds can have pages of any size. */
const PAPER: Partial<Record<FileKind, [number, number]>> = { a4: [210, 297], letter: [216, 279], a0: [841, 1189] };

/** Finds a page that is more than 3 mm larger than the paper for the file's kind. A printer would scale that page down. */
export function findOversizedPage({ kind, page_sizes: sizes }: OwnFile): OwnFile['page_sizes'][number] | undefined {
  const paper = PAPER[kind];
  if (!paper) return undefined;
  return sizes.find(({ width, height }) => {
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    // Smaller pages are fine: printable areas and plotter rolls are often smaller than the paper.
    return short > paper[0] + 3 || long > paper[1] + 3;
  });
}

/** The uploaded files of one kind, in the order of `files`: newest first. */
export const listVersions = (files: OwnFile[], kind: FileKind) =>
  files.filter((file) => file.kind === kind && file.state !== 'awaiting-upload');
