import { type Curve, pen } from './curve.ts';
import type { SkirtDesign } from './designs.ts';
import { edge, type Marking, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

interface Setting {
  /** The height of the waistband; 0 when the skirt is sewn to a bodice. */
  band: number;
  wrap: boolean;
}

/** @returns the pieces of a skirt; `size.waist` is the finished length of the skirt's upper edge */
export function skirtPieces(skirt: SkirtDesign, size: Size, setting: Setting): Piece[] {
  const pieces = panels(skirt, size, setting);
  if (skirt.pockets === 'patch') {
    const name = { de: 'Tasche', en: 'Pocket' };
    pieces.push(rectangle({ key: 'skirt-pocket', name, width: 16, height: 17, sides: { top: 'hem' } }));
  }
  if (setting.band > 0) pieces.push(waistband(skirt, size, setting.band));
  return pieces;
}

function panels(skirt: SkirtDesign, size: Size, setting: Setting): Piece[] {
  if (skirt.kind === 'gathered') return [gatheredPanel('skirt', size.waist, skirt.fullness, skirt.length)];
  if (skirt.kind === 'tiered') return tiers(skirt, size);
  if (skirt.kind === 'half-circle') return [circleEighth(skirt, size)];
  if (skirt.kind === 'pleated') return [pleated(skirt, size)];
  if (skirt.kind === 'kilt') return kilt(skirt, size);
  return [flared('front', skirt, size, setting), flared('back', skirt, size, setting)];
}

/** @returns a straight panel on the fold, for front and back, whose upper edge is gathered to a quarter of the waist */
function gatheredPanel(key: string, waist: number, ratio: number, length: number, tier = ''): Piece {
  const width = (waist / 4) * ratio;
  const quarterMark: Marking[] = [
    {
      kind: 'placement',
      points: [
        { x: width / 2, y: 0 },
        { x: width / 2, y: 3 },
      ],
    },
  ];
  return rectangle({
    key,
    name: tier ? { de: `Stufe ${tier}`, en: `Tier ${tier}` } : { de: 'Rockbahn', en: 'Skirt panel' },
    count: 2,
    width,
    height: length,
    sides: { left: 'fold', bottom: 'hem' },
    notches: [{ x: width / 2, y: 0 }],
    lines: quarterMark,
    measured: true,
  });
}

function tiers(skirt: SkirtDesign, size: Size): Piece[] {
  return [0.29, 0.33, 0.38].map((share, i) =>
    gatheredPanel(
      `tier-${i + 1}`,
      size.waist * skirt.fullness ** i,
      skirt.fullness,
      skirt.length * share,
      String(i + 1),
    ),
  );
}

/** @returns an eighth of a full circle on the fold; four eighths make the half circle */
function circleEighth(skirt: SkirtDesign, size: Size): Piece {
  const inner = size.waist / Math.PI;
  const outer = inner + skirt.length;
  const angle = Math.PI / 4;
  const arc = (r: number): Curve => {
    const k = (4 / 3) * Math.tan(angle / 4) * r;
    const [x, y] = [r * Math.sin(angle), r * Math.cos(angle)];
    return pen(0, r).curve(k, r, x - k * Math.cos(angle), y + k * Math.sin(angle), x, y);
  };
  const side = pen(arc(inner).end.x, arc(inner).end.y).line(arc(outer).end.x, arc(outer).end.y);
  return piece({
    key: 'skirt',
    name: { de: 'Rockbahn', en: 'Skirt panel' },
    edges: [
      edge(arc(inner)),
      edge(side),
      edge(arc(outer).reversed(), 'hem'),
      edge(pen(0, outer).line(0, inner), 'fold'),
    ],
    grain: [
      { x: 4, y: inner + 8 },
      { x: 4, y: outer - 8 },
    ],
    notches: [side.pointAt(22 / skirt.length)],
  });
}

function pleated(skirt: SkirtDesign, size: Size): Piece {
  const depth = 4;
  const width = size.waist / 2 + 24 * depth * 0.9;
  const pitch = width / 12;
  const lines: Marking[] = Array.from({ length: 11 }, (_, i) => ({
    kind: i % 2 === 0 ? 'fold' : 'placement',
    points: [
      { x: pitch * (i + 1), y: 0 },
      { x: pitch * (i + 1), y: 12 },
    ],
  }));
  return rectangle({
    key: 'skirt',
    name: { de: 'Faltenbahn', en: 'Pleated panel' },
    width: width / 2,
    height: skirt.length,
    sides: { left: 'fold', bottom: 'hem' },
    lines: lines.filter((line) => line.points[0]!.x < width / 2),
  });
}

function kilt(skirt: SkirtDesign, size: Size): Piece[] {
  const apron = size.waist * 0.46;
  const folds = Array.from({ length: 8 }, (_, i) => ({
    kind: i % 2 === 0 ? ('fold' as const) : ('placement' as const),
    points: [
      { x: 6 * (i + 1), y: 0 },
      { x: 6 * (i + 1), y: 14 },
    ],
  }));
  return [
    piece({
      key: 'apron-front',
      name: { de: 'Überlappung vorn', en: 'Front apron' },
      edges: [
        edge(pen(0, 0).curve(apron * 0.4, 0.6, apron * 0.7, 0.2, apron - 2, -0.5)),
        edge(pen(apron - 2, -0.5).curve(apron, 10, apron + 2, skirt.length * 0.5, apron + 3, skirt.length)),
        edge(pen(apron + 3, skirt.length).line(0, skirt.length), 'hem'),
        edge(pen(0, skirt.length).line(0, 0), 'hem'),
      ],
    }),
    rectangle({
      key: 'pleats-back',
      name: { de: 'Faltenteil hinten', en: 'Pleated back' },
      count: 1,
      width: size.waist * 0.72,
      height: skirt.length,
      sides: { left: 'fold', bottom: 'hem' },
      lines: folds,
    }),
  ];
}

function flared(part: 'front' | 'back', skirt: SkirtDesign, size: Size, setting: Setting): Piece {
  const isOnBodice = setting.band === 0;
  const dart = isOnBodice || skirt.fullness > 6 ? 0 : 2.5;
  const waist = size.waist / 4 + dart;
  const hip = Math.max(waist + 1, (size.hip + 4) / 4);
  const hem = hip + skirt.fullness;
  const dip = part === 'front' ? 1 : 0.4;
  const side = pen(waist, 0)
    .curve(waist + 1.5, 7, hip - 0.3, 13, hip, 19)
    .line(hem, skirt.length - skirt.fullness * 0.12);
  const left = part === 'front' && setting.wrap ? -12 : 0;
  const vent = part === 'back' && skirt.vent;
  const bottom = pen(hem, side.end.y).curve(hem * 0.66, skirt.length, hem * 0.33, skirt.length, left, skirt.length);
  const fold = pen(left, skirt.length).line(left, dip);
  const dartX = waist * 0.5;
  const darts: Marking[] = [
    {
      kind: 'dart',
      points: [
        { x: dartX - dart / 2, y: 0.3 },
        { x: dartX, y: part === 'front' ? 9 : 12 },
        { x: dartX + dart / 2, y: 0.3 },
      ],
    },
  ];
  return piece({
    key: `skirt-${part}`,
    name: part === 'front' ? { de: 'Rock vorn', en: 'Skirt front' } : { de: 'Rock hinten', en: 'Skirt back' },
    count: left || vent ? 2 : 1,
    edges: [
      edge(pen(left, dip).curve(waist * 0.5, dip, waist * 0.7, dip * 0.5, waist, 0)),
      edge(side),
      edge(bottom, 'hem'),
      edge(fold, left ? 'hem' : vent ? 'seam' : 'fold'),
    ],
    notches: [side.pointAt(0.35)],
    lines: dart > 0 ? [...darts, ...shorterVersions(skirt, hem)] : [],
  });
}

/** @returns the lines along which the skirt is cut for two shorter versions */
function shorterVersions(skirt: SkirtDesign, hem: number): Marking[] {
  return [6, 12].map((by) => ({
    kind: 'placement',
    points: [
      { x: 0, y: skirt.length - by },
      { x: hem - by * 0.1, y: skirt.length - by - skirt.fullness * 0.1 },
    ],
  }));
}

function waistband(skirt: SkirtDesign, size: Size, band: number): Piece {
  const extra = skirt.kind === 'kilt' ? size.waist * 0.46 : 4;
  return rectangle({
    key: 'waistband',
    name: { de: 'Bund', en: 'Waistband' },
    count: skirt.kind === 'a-line' ? 2 : 1,
    width: (size.waist + extra) / 2,
    height: band * 2,
    sides: { left: 'fold' },
    lines: [
      {
        kind: 'fold',
        points: [
          { x: 0, y: band },
          { x: (size.waist + extra) / 2, y: band },
        ],
      },
    ],
  });
}
