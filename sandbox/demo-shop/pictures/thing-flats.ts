import type { ThingKind } from '../drafting/designs.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { backpack, beltBag, pouches, shoulderBag, tote, type View } from './bag-flats.ts';
import { hat, headband } from './head-flats.ts';
import { apron, basket, bunting, cushion, potHolder, pouf } from './home-flats.ts';
import type { Sketch } from './sketch.ts';
import { curtain, quilt } from './wall-flats.ts';

/** Functions that draw bags, hats and home decor. The view `back` shows the back, the inside, or one thing of a set. */
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
