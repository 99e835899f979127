import type { BodyDesign, Design, ThingKind } from '../drafting/designs.ts';
import { type Detail, details } from './details.ts';
import { type Fabric, fabricPattern } from './fabrics.ts';
import { scene } from './scene.ts';
import { Sketch } from './sketch.ts';

const thingDetails: Record<ThingKind, Detail> = {
  tote: 'handle',
  pouch: 'zip',
  hat: 'stitchedBrim',
  headband: 'casing',
  'belt-bag': 'zip',
  backpack: 'handle',
  'shoulder-bag': 'binding',
  cushion: 'corner',
  apron: 'patch-pocket',
  bunting: 'binding',
  'pot-holder': 'binding',
  basket: 'handle',
  curtain: 'corner',
  pouf: 'zip',
  quilt: 'corner',
};

function bodyDetail(design: BodyDesign): Detail {
  if (design.rib > 0) return 'rib';
  if (design.neckband > 0) return 'hem';
  if (design.skirt?.kind === 'gathered' || design.skirt?.kind === 'tiered' || design.opening === 'slit')
    return 'gathers';
  if (design.collar === 'shirt') return 'buttons';
  if (design.pockets.includes('patch') || design.bib) return 'patch-pocket';
  if (design.darts) return 'dart';
  if (design.opening === 'wrap') return 'binding';
  return 'hem';
}

/** @returns the detail that the close-up of a design shows */
export function chooseDetail(design: Design): Detail {
  if (design.kind === 'thing') return thingDetails[design.thing];
  if (design.kind === 'body') return bodyDetail(design);
  if (design.kind === 'skirt') {
    return design.skirt.kind === 'pleated' || design.skirt.kind === 'kilt'
      ? 'pleats'
      : design.skirt.kind === 'a-line'
        ? 'dart'
        : 'zip';
  }
  if (design.waist === 'jeans') return 'felled';
  if (design.waist === 'band') return 'pleats';
  return 'casing';
}

/** @returns a close-up at several times the scale of the other pictures: fabric up to every edge, a detail in the middle */
export function detailPicture(design: Design, fabric: Fabric, ground: string): string {
  const scale = 36;
  const sketch = new Sketch(scale, 'url(#cloth)');
  details[chooseDetail(design)](sketch);
  return scene(
    ground,
    fabricPattern('cloth', fabric),
    `<g transform="translate(400 500) scale(${scale})">${sketch.svg}</g>`,
  );
}
