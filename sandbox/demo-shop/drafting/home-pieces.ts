import { ellipse, pen } from './curve.ts';
import { edge, type Marking, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

export function cushionPieces({ width: w, height: h }: Size): Piece[] {
  const [outerW, outerH] = [w + 6, h + 6];
  const frame: Marking = {
    kind: 'stitch',
    points: [
      { x: 0, y: 3 },
      { x: outerW / 2 - 3, y: 3 },
      { x: outerW / 2 - 3, y: outerH - 3 },
      { x: 0, y: outerH - 3 },
    ],
  };
  const name = { de: 'Vorderseite', en: 'Front' };
  const back = { de: 'Rückseite', en: 'Back' };
  return [
    rectangle({
      key: 'front',
      name,
      count: 1,
      width: outerW / 2,
      height: outerH,
      sides: { left: 'fold' },
      lines: [frame],
    }),
    rectangle({ key: 'back', name: back, width: outerW / 2 + 6, height: outerH, sides: { left: 'hem' } }),
  ];
}

export function apronPieces({ width: w, height: h }: Size): Piece[] {
  const half = w / 2;
  const halfBib = 13;
  const side = pen(halfBib, 0)
    .curve(halfBib + 1, 14, half - 12, 24, half, 30)
    .line(half, h);
  return [
    piece({
      key: 'apron',
      name: { de: 'Schürze', en: 'Apron' },
      count: 1,
      edges: [
        edge(pen(0, 0).line(halfBib, 0), 'hem'),
        edge(side, 'none'),
        edge(pen(half, h).line(0, h), 'hem'),
        edge(pen(0, h).line(0, 0), 'fold'),
      ],
      lines: [
        {
          kind: 'placement',
          points: [
            { x: 0, y: 42 },
            { x: 16, y: 42 },
            { x: 16, y: 60 },
            { x: 0, y: 60 },
          ],
        },
      ],
      notches: [side.pointAt(0.3)],
    }),
    rectangle({
      key: 'pocket',
      name: { de: 'Tasche', en: 'Pocket' },
      count: 1,
      width: 16,
      height: 18,
      sides: { left: 'fold', top: 'hem' },
    }),
    rectangle({ key: 'strap', name: { de: 'Träger', en: 'Strap' }, width: 12, height: h * 0.78, measured: true }),
    rectangle({ key: 'loop', name: { de: 'Aufhänger', en: 'Towel loop' }, count: 1, width: 4, height: 16 }),
  ];
}

export function buntingPieces({ width: w, height: h }: Size): Piece[] {
  return [
    piece({
      key: 'flag',
      name: { de: 'Wimpel', en: 'Flag' },
      count: 12,
      edges: [edge(pen(0, 0).line(w, 0), 'none'), edge(pen(w, 0).line(w / 2, h)), edge(pen(w / 2, h).line(0, 0))],
    }),
    piece({
      key: 'round-flag',
      name: { de: 'Wimpel, gerundet', en: 'Rounded flag' },
      count: 12,
      edges: [
        edge(pen(0, 0).line(w, 0), 'none'),
        edge(
          pen(w, 0)
            .line(w, h * 0.45)
            .curve(w, h * 0.8, w * 0.75, h, w / 2, h)
            .curve(w * 0.25, h, 0, h * 0.8, 0, h * 0.45)
            .line(0, 0),
        ),
      ],
    }),
  ];
}

function diamonds(w: number, h: number, pitch: number): Marking[] {
  const lines: Marking[] = [];
  for (let c = pitch; c < w + h; c += pitch) {
    const [a, b] = [Math.max(0, c - h), Math.min(w, c)];
    lines.push({
      kind: 'stitch',
      points: [
        { x: a, y: c - a },
        { x: b, y: c - b },
      ],
    });
    lines.push({
      kind: 'stitch',
      points: [
        { x: w - a, y: c - a },
        { x: w - b, y: c - b },
      ],
    });
  }
  return lines;
}

export function potHolderPieces({ width: w, height: h }: Size): Piece[] {
  const mitt = pen(0, h)
    .line(0, h * 0.42)
    .curve(0, h * 0.12, w * 0.2, 0, w * 0.48, 0)
    .curve(w * 0.78, 0, w * 0.94, h * 0.14, w * 0.9, h * 0.4)
    .curve(w * 0.94, h * 0.3, w * 1.12, h * 0.26, w * 1.22, h * 0.34)
    .curve(w * 1.32, h * 0.42, w * 1.2, h * 0.56, w * 0.98, h * 0.68)
    .line(w * 0.98, h);
  return [
    rectangle({
      key: 'square',
      name: { de: 'Topflappen', en: 'Pot holder' },
      count: 4,
      width: w + 4,
      height: w + 4,
      sides: { top: 'none', right: 'none', bottom: 'none', left: 'none' },
      lines: diamonds(w + 4, w + 4, 4 * Math.SQRT2),
    }),
    rectangle({
      key: 'pocket',
      name: { de: 'Eingriff', en: 'Finger pocket' },
      count: 4,
      width: w + 4,
      height: w * 0.6,
      sides: { top: 'none', right: 'none', bottom: 'none', left: 'none' },
    }),
    piece({
      key: 'mitt',
      name: { de: 'Handschuh', en: 'Oven mitt' },
      count: 4,
      edges: [edge(mitt), edge(pen(w * 0.98, h).line(0, h), 'none')],
    }),
  ];
}

export function basketPieces({ width: d, height: h }: Size): Piece[] {
  const girth = Math.PI * d;
  const eighths = Array.from({ length: 8 }, (_, i) => ({
    x: d / 2 + (d / 2) * Math.cos((i * Math.PI) / 4),
    y: d / 2 + (d / 2) * Math.sin((i * Math.PI) / 4),
  }));
  const base = (key: string, name: Piece['name'], cloth: Piece['cloth'], r: number) =>
    piece({
      key,
      name,
      cloth,
      count: cloth === 'interfacing' ? 1 : 2,
      edges: [edge(ellipse(d / 2, d / 2, r), cloth === 'interfacing' ? 'none' : 'seam')],
      notches: cloth === 'interfacing' ? [] : eighths,
    });
  const name = { de: 'Wand', en: 'Wall' };
  return [
    rectangle({
      key: 'wall',
      name,
      count: 2,
      width: girth / 2,
      height: h + 6,
      sides: { left: 'fold' },
      lines: [
        {
          kind: 'fold',
          points: [
            { x: 0, y: 6 },
            { x: girth / 2, y: 6 },
          ],
        },
      ],
    }),
    base('base', { de: 'Boden', en: 'Base' }, 'main', d / 2),
    base('base-stiff', { de: 'Boden, Einlage', en: 'Base, interfacing' }, 'interfacing', d / 2 - 1),
  ];
}

export function poufPieces({ width: d, height: h }: Size): Piece[] {
  const r = d / 2;
  const half = (Math.PI * d) / 16;
  const segment = pen(0.2, 0).curve(half * 0.45, r * 0.45, half * 0.9, r * 0.8, half, r + 2);
  return [
    piece({
      key: 'segment',
      name: { de: 'Segment oben', en: 'Top segment' },
      count: 8,
      edges: [
        edge(pen(0, 0).line(0.2, 0)),
        edge(segment),
        edge(pen(half, r + 2).curve(half * 0.6, r + 2.7, half * 0.3, r + 2.9, 0, r + 3)),
        edge(pen(0, r + 3).line(0, 0), 'fold'),
      ],
      notches: [segment.pointAt(0.6)],
    }),
    rectangle({
      key: 'side',
      name: { de: 'Seitenband', en: 'Side band' },
      count: 4,
      width: (Math.PI * d) / 8,
      height: h,
      sides: { left: 'fold' },
    }),
    piece({
      key: 'base',
      name: { de: 'Boden', en: 'Base' },
      edges: [
        edge(pen(0, 0).line(r, 0)),
        edge(pen(r, 0).curve(r, r * 0.5523, r * 0.5523, r, 0, r)),
        edge(pen(0, r).line(0, 0), 'fold'),
      ],
    }),
  ];
}
