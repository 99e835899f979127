import { ellipse, pen, type Curve } from './curve.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

const placementLine = (x1: number, y1: number, x2: number, y2: number) => ({
  kind: 'placement' as const,
  points: [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ],
});

/** A flat bag whose lower corners are cut out and sewn across to form the base. */
function boxed(key: string, size: Size, handles: boolean): Piece {
  const { width: w, height: h, depth: d } = size;
  const [half, inset] = [(w + d) / 2, d / 2];
  return piece({
    key,
    name: key === 'lining' ? { de: 'Futter', en: 'Lining' } : { de: 'Außenteil', en: 'Outer' },
    cloth: key === 'lining' ? 'lining' : 'main',
    edges: [
      edge(pen(0, 0).line(half, 0), handles ? 'hem' : 'seam'),
      edge(pen(half, 0).line(half, h)),
      edge(pen(half, h).line(half - inset, h)),
      edge(pen(half - inset, h).line(half - inset, h + inset)),
      edge(pen(half - inset, h + inset).line(0, h + inset)),
      edge(pen(0, h + inset).line(0, 0), 'fold'),
    ],
    lines: handles
      ? [placementLine(w * 0.22, 0, w * 0.22, h + inset), placementLine(w * 0.22 + 3, 0, w * 0.22 + 3, h + inset)]
      : [],
    notches: [{ x: half, y: h / 2 }],
  });
}

export function totePieces(size: Size): Piece[] {
  const name = { de: 'Innentasche', en: 'Inner pocket' };
  return [
    boxed('outer', size, true),
    rectangle({ key: 'pocket', name, count: 1, width: 16, height: 18, sides: { top: 'hem' } }),
  ];
}

export function pouchPieces(size: Size): Piece[] {
  const name = { de: 'Reißverschlussende', en: 'Zip end' };
  return [
    boxed('outer', size, false),
    boxed('lining', size, false),
    rectangle({ key: 'zip-end', name, count: 2, width: 3.5, height: 5 }),
  ];
}

const rounded = (half: number, h: number, r: number): Curve =>
  pen(half, 0)
    .line(half, h - r)
    .curve(half, h - r * 0.45, half - r * 0.55, h, half - r, h)
    .line(0, h);

export function beltBagPieces({ width: w, height: h, depth }: Size): Piece[] {
  const half = w / 2;
  const shell = pen(half, 0).curve(half, h * 0.62, half * 0.62, h, 0, h);
  const panel = (key: string, name: Piece['name'], cloth: Piece['cloth'], count: number) =>
    piece({
      key,
      name,
      cloth,
      count,
      edges: [edge(pen(0, 0).line(half, 0)), edge(shell), edge(pen(0, h).line(0, 0), 'fold')],
      notches: [shell.pointAt(0.25), shell.pointAt(0.5), shell.pointAt(0.75)],
    });
  const zip = piece({
    key: 'front-upper',
    name: { de: 'Vorderteil oben', en: 'Upper front' },
    count: 1,
    edges: [
      edge(pen(0, 0).line(w, 0)),
      edge(pen(w, 0).curve(w, 1.4, w - 0.4, 2.8, w - 0.8, 4)),
      edge(pen(w - 0.8, 4).line(1.6, 7)),
      edge(pen(1.6, 7).curve(0.6, 5, 0, 2.6, 0, 0)),
    ],
  });
  return [
    panel('shell', { de: 'Vorder- und Rückenteil', en: 'Front and back' }, 'main', 2),
    zip,
    panel('lining', { de: 'Futter', en: 'Lining' }, 'lining', 3),
    rectangle({
      key: 'gusset',
      name: { de: 'Seitenstreifen', en: 'Gusset' },
      count: 1,
      width: depth,
      height: shell.length,
      sides: { top: 'fold' },
    }),
    rectangle({ key: 'zip-strip', name: { de: 'Reißverschlussstreifen', en: 'Zip strip' }, width: 2.4, height: w }),
    rectangle({ key: 'tab', name: { de: 'Gurtlasche', en: 'Strap tab' }, count: 4, width: 6, height: 7 }),
  ];
}

export function backpackPieces({ width: w, height: h, depth }: Size): Piece[] {
  const half = w / 2;
  return [
    rectangle({
      key: 'body',
      name: { de: 'Vorder- und Rückenteil', en: 'Front and back' },
      width: half,
      height: h + 16,
      sides: { left: 'fold', top: 'hem' },
      lines: [placementLine(0, 8, half, 8), placementLine(0, 16, half, 16)],
    }),
    rectangle({
      key: 'side',
      name: { de: 'Seitenteil', en: 'Side' },
      width: depth,
      height: h + 16,
      sides: { top: 'hem' },
    }),
    rectangle({ key: 'base', name: { de: 'Boden', en: 'Base' }, count: 1, width: w, height: depth }),
    rectangle({
      key: 'front-pocket',
      name: { de: 'Vordertasche', en: 'Front pocket' },
      count: 1,
      width: half + 4,
      height: 24,
      sides: { left: 'fold', top: 'hem' },
      lines: [placementLine(3, 0, 3, 24), placementLine(6, 0, 6, 24)],
    }),
    piece({
      key: 'flap',
      name: { de: 'Patte', en: 'Flap' },
      edges: [edge(pen(0, 0).line(half - 1, 0)), edge(rounded(half - 1, 12, 5)), edge(pen(0, 12).line(0, 0), 'fold')],
    }),
    shoulderStrap(),
    backPad(half),
    rectangle({
      key: 'laptop-sleeve',
      name: { de: 'Laptopfach', en: 'Laptop sleeve' },
      cloth: 'lining',
      width: half - 1,
      height: 28,
      sides: { left: 'fold', top: 'hem' },
    }),
  ];
}

function shoulderStrap(): Piece {
  const outer = pen(0, 0)
    .curve(2.5, -0.4, 5, -0.4, 7, 0)
    .curve(7.6, 14, 10.5, 24, 10.2, 32)
    .curve(10, 38, 8, 42, 6.5, 44);
  const inner = pen(6.5, 44).line(2.8, 43).curve(4, 36, 3.8, 30, 2.4, 22).curve(1.2, 15, 0.2, 8, 0, 0);
  return piece({
    key: 'strap',
    name: { de: 'Träger', en: 'Shoulder strap' },
    count: 4,
    edges: [edge(outer), edge(inner)],
  });
}

function backPad(half: number): Piece {
  return piece({
    key: 'back-pad',
    name: { de: 'Rückenpolster', en: 'Back pad' },
    count: 1,
    edges: [
      edge(pen(0, 0).line(half - 3, 0)),
      edge(pen(half - 3, 0).curve(half - 1, 10, half - 3, 24, half - 4, 34)),
      edge(pen(half - 4, 34).line(0, 34)),
      edge(pen(0, 34).line(0, 0), 'fold'),
    ],
  });
}

export function shoulderBagPieces({ width: w, height: h, depth }: Size): Piece[] {
  const half = w / 2;
  const shell = pen(half, 0).curve(half, h * 0.66, half * 0.66, h, 0, h);
  const panel = (key: string, name: Piece['name'], cloth: Piece['cloth'], curve: Curve) =>
    piece({
      key,
      name,
      cloth,
      edges: [edge(pen(0, 0).line(half, 0)), edge(curve), edge(pen(0, curve.end.y).line(0, 0), 'fold')],
      notches: [0.2, 0.4, 0.6, 0.8].map((share) => curve.pointAt(share)),
    });
  const flap = pen(half + 0.4, 0).curve(half + 0.4, h * 0.5, half * 0.6, h * 0.72, 0, h * 0.72);
  return [
    panel('shell', { de: 'Vorder- und Rückenteil', en: 'Front and back' }, 'main', shell),
    piece({
      key: 'flap',
      name: { de: 'Klappe', en: 'Flap' },
      edges: [edge(pen(0, 0).line(half + 0.4, 0)), edge(flap), edge(pen(0, h * 0.72).line(0, 0), 'fold')],
      lines: [{ kind: 'placement', points: ellipse(0.9, h * 0.72 - 3, 0.9).points(0.3) }],
    }),
    panel('lining', { de: 'Futter', en: 'Lining' }, 'lining', shell),
    rectangle({
      key: 'gusset',
      name: { de: 'Seitenstreifen', en: 'Gusset' },
      width: depth,
      height: shell.length + 3,
      sides: { top: 'fold' },
    }),
    rectangle({
      key: 'phone-pocket',
      name: { de: 'Steckfach', en: 'Slip pocket' },
      cloth: 'lining',
      count: 1,
      width: 18,
      height: 13,
      sides: { top: 'hem' },
    }),
    rectangle({ key: 'tab', name: { de: 'Ringlasche', en: 'Ring tab' }, width: 6, height: 7 }),
  ];
}
