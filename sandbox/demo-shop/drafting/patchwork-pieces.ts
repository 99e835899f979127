import { pen } from './curve.ts';
import { edge, type Marking, type Piece, piece, rectangle } from './piece.ts';

const template = (key: string, name: Piece['name'], points: [number, number][], lines: Marking[]) => {
  const [first, ...rest] = points;
  const outline = pen(first![0], first![1]);
  for (const [x, y] of rest) outline.line(x, y);
  return piece({
    key,
    name,
    cloth: 'paper',
    count: 9,
    edges: [edge(outline), edge(pen(outline.end.x, outline.end.y).line(first![0], first![1]))],
    lines,
  });
};

const stitchLine = (x1: number, y1: number, x2: number, y2: number): Marking => ({
  kind: 'stitch',
  points: [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ],
});

/** @returns the pieces of a quilt: paper templates of the star block and of the setting triangle, and fabric rectangles */
export function quiltPieces(): Piece[] {
  const [a, b] = [12, 24];
  const star = (key: string, de: string, en: string) =>
    template(
      key,
      { de, en },
      [
        [0, 0],
        [b, 0],
        [b, a],
        [0, a],
      ],
      [stitchLine(a, a, 4, 0), stitchLine(a, a, b - 4, 0), stitchLine(2, a, 0, 5), stitchLine(b - 2, a, b, 5)],
    );
  return [
    star('upper', 'Vorlage A', 'Template A'),
    star('lower', 'Vorlage B', 'Template B'),
    template(
      'corner',
      { de: 'Vorlage C', en: 'Template C' },
      [
        [0, 0],
        [a, 0],
        [a, a],
        [0, a],
      ],
      [stitchLine(0, a, a, 0), stitchLine(0, a * 0.5, a * 0.5, 0)],
    ),
    ...quiltFabrics(),
    template(
      'triangle',
      { de: 'Randdreieck', en: 'Setting triangle' },
      [
        [0, 0],
        [b, 0],
        [a, a],
      ],
      [],
    ),
  ];
}

const quiltFabrics = (): Piece[] => [
  rectangle({
    key: 'backing',
    name: { de: 'Rückseite', en: 'Backing' },
    count: 1,
    width: 48,
    height: 96,
    sides: { left: 'fold' },
    measured: true,
  }),
  rectangle({
    key: 'stars',
    name: { de: 'Sternstoff', en: 'Star fabric' },
    count: 5,
    width: 50,
    height: 24,
    measured: true,
  }),
  rectangle({
    key: 'ground',
    name: { de: 'Grundstoff', en: 'Background' },
    count: 2,
    width: 52,
    height: 60,
    measured: true,
  }),
  rectangle({ key: 'border', name: { de: 'Rand', en: 'Border' }, count: 4, width: 9, height: 92, measured: true }),
];
