import { pen } from './curve.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

export function curtainPieces({ height }: Size): Piece[] {
  const corner = pen(0, 0).line(24, 0).line(24, 14).line(14, 24).line(0, 24);
  return [
    rectangle({ key: 'tab', name: { de: 'Schlaufe', en: 'Tab' }, count: 9, width: 12, height: 24 }),
    rectangle({
      key: 'facing',
      name: { de: 'Beleg oben', en: 'Top facing' },
      count: 1,
      width: 51,
      height: 8,
      sides: { left: 'fold' },
      lines: Array.from({ length: 4 }, (_, i) => ({
        kind: 'placement' as const,
        points: [
          { x: 6 + i * 12, y: 0 },
          { x: 6 + i * 12, y: 3 },
        ],
      })),
    }),
    piece({
      key: 'corner',
      name: { de: 'Vorlage Briefecke', en: 'Mitre template' },
      cloth: 'paper',
      count: 1,
      edges: [edge(corner, 'none'), edge(pen(0, 24).line(0, 0), 'none')],
    }),
    rectangle({
      key: 'panel',
      name: { de: 'Bahn', en: 'Panel' },
      count: 1,
      width: 51,
      height,
      measured: true,
      sides: { left: 'fold', bottom: 'hem', right: 'hem', top: 'none' },
    }),
  ];
}
