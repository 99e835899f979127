import type { Point } from '../drafting/curve.ts';
import { cutText } from '../drafting/piece.ts';
import { nearestPoint, type Ink, type Window } from './ink.ts';
import type { PlacedNest } from './paper-layout.ts';
import { sizeStyle } from './size-styles.ts';

const shifted = (points: Point[], by: { x: number; y: number }) =>
  points.map((p) => ({ x: p.x + by.x, y: p.y + by.y }));

const isVisible = (nest: PlacedNest, w: Window) =>
  nest.x + nest.box.left <= w.x + w.width &&
  nest.x + nest.box.right >= w.x &&
  nest.y + nest.box.top <= w.y + w.height &&
  nest.y + nest.box.bottom >= w.y;

/** Draws the pieces that are visible in a window: one layer per size (`S0`, `S1`, …), and labels outside of the layers. */
export function drawPieces(ink: Ink, placed: PlacedNest[], window: Window, weight = 1): void {
  const visible = placed.filter((nest) => isVisible(nest, window));
  const count = visible[0]?.versions.length ?? 0;
  for (let i = 0; i < count; i += 1) {
    ink.layer(`S${i}`, () => {
      for (const nest of visible) drawSize(ink, nest, i, window, weight);
    });
  }
  for (const nest of visible) drawLabels(ink, nest);
}

function drawSize(ink: Ink, nest: PlacedNest, index: number, window: Window, weight: number): void {
  const { piece, cut, seam } = nest.versions[index]!;
  const style = sizeStyle(nest.versions.length === 1 ? 0 : index);
  ink.pen(style, 0.9 * weight).polyline(shifted(cut, nest), true, window, style.dash);
  if (nest.versions.length <= 3) ink.grey(0.45, 0.5, [3, 2]).polyline(shifted(seam, nest), true, window, [3, 2]);
  for (const { kind, points } of piece.lines) {
    const dash = kind === 'placement' ? [2, 3] : kind === 'stitch' ? [4, 3] : [];
    ink.pen({ colour: style.colour, dash }, 0.5 * weight).polyline(shifted(points, nest), false, window, dash);
  }
  ink.pen({ colour: style.colour, dash: [] }, 0.8 * weight);
  for (const notch of piece.notches) {
    if (!isNear(notch.x + nest.x, notch.y + nest.y, window)) continue;
    const { point, outward } = nearestPoint(cut, notch);
    const inner = { x: point.x - outward.x * 0.6, y: point.y - outward.y * 0.6 };
    ink.polyline(shifted([point, inner], nest), false, window);
  }
}

const isNear = (x: number, y: number, w: Window) =>
  x > w.x - 3 && x < w.x + w.width + 3 && y > w.y - 3 && y < w.y + w.height + 3;

function drawLabels(ink: Ink, nest: PlacedNest): void {
  const { piece } = nest.versions[Math.floor(nest.versions.length / 2)]!;
  const [a, b] = shifted(piece.grain, nest) as [Point, Point];
  ink.grey(0.25, 0.7).arrow(a, b);
  const { left, right, top, bottom } = nest.box;
  const [width, height] = [right - left, bottom - top];
  const cut = cutText(piece);
  ink.paint([0.13, 0.13, 0.12]);
  if (width < 5.5) {
    const x = nest.x + (left + right) / 2 + 0.9;
    ink.text(x, nest.y + top + height / 2, 8, `${piece.name.de} · ${cut.de}`, { turn: 90, centred: true, bold: true });
    return;
  }
  const upright = Math.abs(a.x - b.x) < 0.1 && width > 16;
  const x = upright ? a.x + 0.7 : nest.x + left + Math.min(width * 0.18, 4) + (piece.onFold ? 1.2 : 0);
  const y = upright ? a.y + (b.y - a.y) * 0.35 : nest.y + top + Math.min(height * 0.45, height - 2);
  const size = width < 12 ? 8 : 11;
  const step = size * 0.045;
  ink.text(x, y, size, piece.name.de, { bold: true });
  ink.text(x, y + step, size - 2, cut.de);
  if (height > 6) ink.text(x, y + step * 2, size - 3, `${piece.name.en}: ${cut.en}`);
  if (height > 14) ink.text(x, y + step * 3, size - 3, 'Fadenlauf parallel zum Pfeil / grain along the arrow');
  if (piece.onFold) {
    const foldX = piece.edges.find((edge) => edge.allowance === 'fold')!.curve.start.x;
    ink.text(nest.x + foldX + 0.5, nest.y + top + height * 0.5, 8, 'Stoffbruch / fold', { turn: 90, centred: true });
  }
}
