import { alongPolyline, type Point } from '../drafting/curve.ts';
import { seamLine } from '../drafting/cut-line.ts';
import type { Design } from '../drafting/designs.ts';
import { type LaidPiece, layOnFabric } from '../drafting/fabric-layout.ts';
import { computeBounds, type Piece, type Seam } from '../drafting/piece.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { type Fabric, fabricPattern } from './fabrics.ts';
import { scene } from './scene.ts';
import { pseudoRandom } from './sketch.ts';

const paper = '#FBF8F3';
const ink = '#22201D';

const path = (points: Point[], closed = true) =>
  `M${points.map((p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join('L')}${closed ? 'Z' : ''}`;

/** @returns a picture of the paper pieces, laid out on the folded fabric */
export function fabricPicture(
  design: Design,
  size: Size,
  seam: Seam,
  widthCm: number,
  fabric: Fabric,
  ground: string,
): string {
  const { laid, length, halfWidth } = layout(design, size, seam, widthCm);
  const scale = 640 / halfWidth;
  const px = 1 / scale;
  const long = Math.max(length + 5, 850 / scale);
  const cloth =
    `<g filter="url(#lift)"><rect width="${halfWidth}" height="${long}" fill="url(#cloth)"/></g>` +
    `<rect width="${(9 * px).toFixed(2)}" height="${long}" fill="${ink}" fill-opacity=".16"/>` +
    `<rect width="${(3 * px).toFixed(2)}" height="${long}" fill="#fff" fill-opacity=".35"/>` +
    `<path d="M${halfWidth - 1.2} 0V${long}" stroke="${ink}" stroke-opacity=".35" stroke-width="${px.toFixed(3)}"/>` +
    `<rect x="${halfWidth - 1.2}" width="1.2" height="${long}" fill="#fff" fill-opacity=".28"/>`;
  const pieces = laid.map((piece, i) => drawPiece(piece, px, i)).join('');
  const [x, y] = [(800 - halfWidth * scale) / 2, Math.max(60, (1000 - long * scale) / 2)];
  const content = `<g transform="rotate(-1.6 400 500) translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${cloth}<g transform="translate(0 1.5)">${pieces}</g></g>`;
  return scene(ground, fabricPattern('cloth', fabric), content);
}

const main = (piece: Piece) => piece.cloth === 'main' && !piece.measured;
const templates = (piece: Piece) => piece.cloth === 'paper' && !piece.measured;

/** @returns the layout without rectangles that are cut by measure, on narrower fabric when there are few pieces */
function layout(design: Design, size: Size, seam: Seam, widthCm: number) {
  const wide = layOnFabric(design, size, seam, widthCm, main);
  const wanted = wide.laid.length > 0 ? main : templates;
  const narrow = layOnFabric(design, size, seam, widthCm * 0.66, wanted);
  const fits = narrow.laid.every(({ x, cut }) => x + computeBounds(cut).right < narrow.halfWidth);
  return wide.laid.length > 0 && (wide.length > 75 || !fits) ? wide : narrow;
}

function drawPiece({ piece, cut, opened, x, y }: LaidPiece, px: number, index: number): string {
  const line = (d: string, width: number, extra = '') =>
    `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${(width * px).toFixed(3)}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`;
  const dashed = ` stroke-dasharray="${(5 * px).toFixed(2)} ${(3.4 * px).toFixed(2)}" stroke-opacity=".7"`;
  const seam = seamLine(piece);
  const inner = opened ? [...seam, ...seam.map((p) => ({ x: -p.x, y: p.y })).toReversed()] : seam;
  const markings = piece.lines
    .map(({ points, kind }) => line(path(points, false), 1.1, kind === 'dart' ? '' : dashed))
    .join('');
  return (
    `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">` +
    `<path d="${path(cut)}" transform="translate(${(2.5 * px).toFixed(2)} ${(4 * px).toFixed(2)})" fill="${ink}" fill-opacity=".22"/>` +
    `<path d="${path(cut)}" fill="${paper}" fill-opacity=".95"/>${line(path(cut), 2)}${line(path(inner), 1.1, dashed)}${markings}` +
    `${grain(piece, px, line)}${pins(cut, px, index)}</g>`
  );
}

function grain(piece: Piece, px: number, line: (d: string, width: number) => string): string {
  const [a, b] = piece.grain;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = (p: Point, s: number) => {
    const back = { x: p.x + ux * s * 10 * px, y: p.y + uy * s * 10 * px };
    const side = 4 * px;
    return path(
      [{ x: back.x - uy * side, y: back.y + ux * side }, p, { x: back.x + uy * side, y: back.y - ux * side }],
      false,
    );
  };
  return line(path([a, b], false) + tip(a, 1) + tip(b, -1), 1.4);
}

/** @returns pins with coloured heads across the cutting line */
function pins(cut: Point[], px: number, index: number): string {
  const heads = ['#A32F2B', '#27406B', '#D6A952', '#FBF8F3'];
  const closed = [...cut, cut[0]!];
  return Array.from({ length: 4 }, (_, i) => {
    const { point, direction } = alongPolyline(closed, (i + 0.3 + 0.4 * pseudoRandom(index * 5 + i)) / 4);
    const [nx, ny] = [direction.y, -direction.x];
    const from = { x: point.x - nx * 26 * px, y: point.y - ny * 26 * px };
    const to = { x: point.x - nx * 5 * px, y: point.y - ny * 5 * px };
    return (
      `<path d="${path([from, to], false)}" stroke="#6B665E" stroke-width="${(1.5 * px).toFixed(3)}"/>` +
      `<circle cx="${from.x.toFixed(2)}" cy="${from.y.toFixed(2)}" r="${(4 * px).toFixed(3)}" fill="${heads[(index + i) % 4]}" stroke="${ink}" stroke-width="${(1 * px).toFixed(3)}"/>`
    );
  }).join('');
}
