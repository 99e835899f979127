import { limits } from '../prepare/limits.js';
import { MasterRefused } from './master-refused.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfValue } from './pdf-value.js';
import type { SourcePage } from './page-tree.js';

/** The visible, upright page: its size, and the matrix from there to the coordinates of the page. */
export interface PageGeometry {
  width: number;
  height: number;
  /** Points per unit. */
  userUnit: number;
  matrix: number[];
}

type Box = [left: number, bottom: number, right: number, top: number];

const LETTER: Box = [0, 0, 612, 792];
const round = (value: number): number => Number(value.toFixed(4));

/**
 * The visible part of a page: CropBox within MediaBox, rotated by Rotate.
 * @throws {MasterRefused} PAGE_TOO_SMALL
 */
export function pageGeometry(document: PdfDocument, page: SourcePage): PageGeometry {
  const media = box(document, page.inherited['/MediaBox']) ?? LETTER;
  const [left, bottom, right, top] = visibleBox(media, box(document, page.inherited['/CropBox']) ?? media);
  const turns = Math.round((document.number(page.inherited['/Rotate']) ?? 0) / 90);
  const rotation = (((turns % 4) + 4) % 4) * 90;
  const unit = document.number(page.dict.get('/UserUnit')) ?? 1;
  const userUnit = unit > 0 ? unit : 1;
  const upright = rotation % 180 === 0;
  const width = round(upright ? right - left : top - bottom);
  const height = round(upright ? top - bottom : right - left);
  if (Math.min(width, height) * userUnit < limits.pagePoints) {
    throw new MasterRefused('PAGE_TOO_SMALL', `A page measures ${width} by ${height} units: too small for a stamp.`);
  }
  const matrix = {
    0: [1, 0, 0, 1, left, bottom],
    90: [0, 1, -1, 0, right, bottom],
    180: [-1, 0, 0, -1, right, top],
    270: [0, -1, 1, 0, left, top],
  }[rotation]!;
  return { width, height, userUnit, matrix: matrix.map(round) };
}

/** Ignores a CropBox outside the page, as readers do. */
function visibleBox(media: Box, crop: Box): Box {
  const cut: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return cut[2] - cut[0] < 1 || cut[3] - cut[1] < 1 ? media : cut;
}

function box(document: PdfDocument, value: PdfValue | undefined): Box | undefined {
  const numbers = document
    .array(value)
    ?.slice(0, 4)
    .map((entry) => document.number(entry));
  if (numbers?.length !== 4) return undefined;
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
