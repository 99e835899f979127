import type { BodyShape } from './body-shape.ts';
import { type Curve, pen } from './curve.ts';
import type { BodyDesign, SleeveDesign } from './designs.ts';
import { edge, type Piece, piece, rectangle } from './piece.ts';
import type { Size } from './size-ranges.ts';

/** @returns sleeve and cuff; the cap has the length of the armhole that it is sewn into */
export function sleevePieces(
  design: BodyDesign,
  sleeve: SleeveDesign,
  front: BodyShape,
  back: BodyShape,
  size: Size,
): Piece[] {
  const { cap, biceps, capHeight, armhole } = fittedCap(design, sleeve, front.armhole.length + back.armhole.length);
  const cuff = sleeve.end === 'cuff' || sleeve.end === 'rib' ? 6 : 0;
  const length = Math.max(capHeight + 5, size.arm * sleeve.length - design.extension - cuff);
  const halfHem = (biceps / 2) * sleeve.hem;
  const half = biceps / 2;
  const bend = (length - capHeight) * 0.45;
  const edges = [
    edge(cap),
    edge(pen(half, capHeight).curve(half - 1, capHeight + bend, halfHem + 0.6, length - bend, halfHem, length)),
    edge(
      pen(halfHem, length).curve(halfHem * 0.4, length + 0.5, -halfHem * 0.4, length - 0.5, -halfHem, length),
      endOf(sleeve),
    ),
    edge(pen(-halfHem, length).curve(-halfHem - 0.6, length - bend, 1 - half, capHeight + bend, -half, capHeight)),
  ];
  const pieces = [
    piece({
      key: 'sleeve',
      name: { de: 'Ärmel', en: 'Sleeve' },
      edges,
      notches: [cap.pointAt(0.5), cap.pointAt(0.26), cap.pointAt(0.72), cap.pointAt(0.745)],
    }),
  ];
  if (cuff > 0) {
    const width = sleeve.end === 'rib' ? halfHem * 2 * 0.8 : Math.min(halfHem * 2 - 4, armhole * 0.5);
    pieces.push(
      rectangle({
        key: 'cuff',
        name: sleeve.end === 'rib' ? { de: 'Ärmelbündchen', en: 'Cuff ribbing' } : { de: 'Manschette', en: 'Cuff' },
        count: sleeve.end === 'rib' ? 2 : 4,
        width,
        height: sleeve.end === 'rib' ? cuff * 2 : cuff,
      }),
    );
  }
  return pieces;
}

const endOf = (sleeve: SleeveDesign) => (sleeve.end === 'cuff' || sleeve.end === 'rib' ? 'seam' : 'hem');

/** @returns a cap as long as the armhole plus ease; the cap is flat for dropped shoulders and high for set-in sleeves */
export function fittedCap(design: BodyDesign, sleeve: SleeveDesign, armhole: number) {
  const capHeight = armhole * Math.max(0.16, 0.3 - design.extension * 0.025);
  const target = armhole + (design.extension > 1 || design.neckband > 0 ? 0.5 : 2);
  let half = Math.sqrt((target / 2) ** 2 - capHeight ** 2);
  for (let i = 0; i < 6; i += 1) half *= 1 + (0.6 * (target - capCurve(half, capHeight).length)) / target;
  half += sleeve.puff / 2;
  return { cap: capCurve(half, capHeight), biceps: half * 2, capHeight, armhole };
}

function capCurve(half: number, height: number): Curve {
  return pen(-half, height)
    .curve(-half * 0.62, height * 0.92, -half * 0.62, 0, 0, 0)
    .curve(half * 0.58, 0, half * 0.66, height * 0.96, half, height);
}
