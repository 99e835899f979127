import type { ThingKind } from '../drafting/designs.js';
import type { Size } from '../drafting/size-ranges.js';
import { backpack, beltBag, pouches, shoulderBag, tote, type View } from './bag-flats.js';
import { hat, headband } from './head-flats.js';
import { apron, basket, bunting, cushion, potHolder, pouf } from './home-flats.js';
import type { Sketch } from './sketch.js';
import { curtain, quilt } from './wall-flats.js';

/** Drawings of bags, hats and things for the home; the second view shows the back, the inside or one of a set. */
export const thingFlats: Record<ThingKind, (sketch: Sketch, size: Size, view: View) => void> = {
  tote,
  pouch: pouches,
  hat,
  headband,
  'belt-bag': beltBag,
  backpack,
  'shoulder-bag': shoulderBag,
  cushion,
  apron,
  bunting,
  'pot-holder': potHolder,
  basket,
  curtain,
  pouf,
  quilt,
};
