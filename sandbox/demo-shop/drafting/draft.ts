import { backpackPieces, beltBagPieces, pouchPieces, shoulderBagPieces, totePieces } from './bag-pieces.ts';
import { bodyPieces } from './body-pieces.ts';
import { curtainPieces } from './curtain-pieces.ts';
import type { Design, ThingKind } from './designs.ts';
import { hatPieces, headbandPieces } from './head-pieces.ts';
import { apronPieces, basketPieces, buntingPieces, cushionPieces, potHolderPieces, poufPieces } from './home-pieces.ts';
import { quiltPieces } from './patchwork-pieces.ts';
import type { Piece } from './piece.ts';
import type { Size } from './size-ranges.ts';
import { skirtPieces } from './skirt-pieces.ts';
import { trouserPieces } from './trouser-pieces.ts';

const things: Record<ThingKind, (size: Size) => Piece[]> = {
  tote: totePieces,
  pouch: pouchPieces,
  hat: hatPieces,
  headband: headbandPieces,
  'belt-bag': beltBagPieces,
  backpack: backpackPieces,
  'shoulder-bag': shoulderBagPieces,
  cushion: cushionPieces,
  apron: apronPieces,
  bunting: buntingPieces,
  'pot-holder': potHolderPieces,
  basket: basketPieces,
  curtain: curtainPieces,
  pouf: poufPieces,
  quilt: quiltPieces,
};

/** @returns the pieces of a design in one size; every size has the same pieces in the same order */
export function draft(design: Design, size: Size): Piece[] {
  if (design.kind === 'body') return bodyPieces(design, size);
  if (design.kind === 'trousers') return trouserPieces(design, size);
  if (design.kind === 'skirt') {
    return skirtPieces(design.skirt, { ...size, waist: size.waist + 2 }, { band: design.band, wrap: false });
  }
  return things[design.thing](size);
}
