import { limits } from '../prepare/limits.js';
import { MasterRefused } from './master-refused.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfValue } from './pdf-value.js';
import type { SourcePage } from './page-tree.js';

/** Size of the visible part of a page after its rotation. Lengths and coordinates in this file are in page units. */
export interface PageGeometry {
  width: number;
  height: number;
  /** Points per page unit. */
  userUnit: number;
  /**
   * The six numbers of a PDF transformation matrix. The matrix converts coordinates on the page as it is shown to
   * coordinates of the PDF page. The origin of the page as it is shown is its lower left corner.
   */
  matrix: number[];
}

type Box = [left: number, bottom: number, right: number, top: number];

/** US Letter, the default of PDF readers for a page without a MediaBox. */
const LETTER: Box = [0, 0, 612, 792];
const round = (value: number): number => Number(value.toFixed(4));

/**
 * Computes the visible part of a page: its CropBox within its MediaBox, rotated clockwise by Rotate.
 * @throws {MasterRefused} PAGE_TOO_SMALL
 */
export function pageGeometry(document: PdfDocument, page: SourcePage): PageGeometry {
  const media = readBox(document, page.inherited['/MediaBox']) ?? LETTER;
  const [left, bottom, right, top] = visibleBox(media, readBox(document, page.inherited['/CropBox']) ?? media);
  const turns = Math.round((document.number(page.inherited['/Rotate']) ?? 0) / 90);
  const rotation = (((turns % 4) + 4) % 4) * 90;
  const unit = document.number(page.dict.get('/UserUnit')) ?? 1;
  const userUnit = unit > 0 ? unit : 1;
  const upright = rotation % 180 === 0;
  const width = round(upright ? right - left : top - bottom);
  const height = round(upright ? top - bottom : right - left);
  if (Math.min(width, height) * userUnit < limits.pagePoints) {
    throw new MasterRefused('PAGE_TOO_SMALL', `A page of ${width} by ${height} page units is too small for a stamp.`);
  }
  const matrix = {
    0: [1, 0, 0, 1, left, bottom],
    90: [0, 1, -1, 0, right, bottom],
    180: [-1, 0, 0, -1, right, top],
    270: [0, -1, 1, 0, left, top],
  }[rotation]!;
  return { width, height, userUnit, matrix: matrix.map(round) };
}

/**
 * @returns the part of the CropBox inside the MediaBox; the whole MediaBox when the boxes do not overlap, as in PDF readers
 */
function visibleBox(media: Box, crop: Box): Box {
  const visible: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return visible[2] - visible[0] < 1 || visible[3] - visible[1] < 1 ? media : visible;
}

/** @returns the box with its lower left corner first; undefined when the value does not begin with four numbers */
function readBox(document: PdfDocument, value: PdfValue | undefined): Box | undefined {
  const numbers = document
    .array(value)
    ?.slice(0, 4)
    .map((entry) => document.number(entry));
  if (numbers?.length !== 4) return undefined;
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
