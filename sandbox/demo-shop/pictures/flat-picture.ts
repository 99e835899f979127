import { pen } from '../drafting/curve.ts';
import type { Design, StandaloneSkirt, ThingKind } from '../drafting/designs.ts';
import type { Size } from '../drafting/size-ranges.ts';
import { bodyFlat } from './body-flat.ts';
import { type Fabric, fabricPattern } from './fabrics.ts';
import { place, scene } from './scene.ts';
import { Sketch } from './sketch.ts';
import { drawSkirt, drawWaistband } from './skirt-flat.ts';
import { thingFlats } from './thing-flats.ts';
import { trouserFlat } from './trouser-flat.ts';

const cloth = 'url(#cloth)';

/** Things whose picture shows only the front. */
const frontOnly = new Set<ThingKind>(['tote', 'pouch', 'basket', 'bunting', 'curtain']);

/** @returns the technical drawing: the front large, and the back smaller behind it */
export function flatPicture(design: Design, size: Size, fabric: Fabric, ground: string): string {
  const views = (['back', 'front'] as const).map((view) => (scale: number) => flat(design, size, view, scale));
  const [back, front] = views as [(s: number) => Sketch, (s: number) => Sketch];
  if (design.kind === 'thing' && frontOnly.has(design.thing)) {
    return scene(ground, fabricPattern('cloth', fabric), place(front, { x: 90, y: 110, width: 620, height: 780 }));
  }
  const box = front(6).bounds;
  const wide = (box.right - box.left) / (box.bottom - box.top) > 0.85;
  const frames = wide
    ? [
        { x: 350, y: 60, width: 400, height: 330 },
        { x: 60, y: 390, width: 640, height: 560 },
      ]
    : [
        { x: 440, y: 60, width: 310, height: 420 },
        { x: 60, y: 190, width: 480, height: 750 },
      ];
  return scene(ground, fabricPattern('cloth', fabric), place(back, frames[0]!) + place(front, frames[1]!));
}

/** @returns the measurements for a technical drawing, which is a little slimmer than the garment when it lies flat */
const slimmer = (size: Size): Size => ({
  ...size,
  bust: size.bust * 0.9,
  waist: size.waist * 0.92,
  hip: size.hip * 0.9,
  shoulder: size.shoulder * 0.97,
});

function flat(design: Design, fullSize: Size, view: 'front' | 'back', scale: number): Sketch {
  const size = slimmer(fullSize);
  if (design.kind === 'body') return bodyFlat(design, size, view, scale, cloth);
  if (design.kind === 'trousers') return trouserFlat(design, size, view, scale, cloth);
  if (design.kind === 'skirt') return skirtFlat(design, size, view, scale);
  const sketch = new Sketch(scale, cloth);
  thingFlats[design.thing](sketch, fullSize, view);
  return sketch;
}

function skirtFlat(design: StandaloneSkirt, size: Size, view: 'front' | 'back', scale: number): Sketch {
  const sketch = new Sketch(scale, cloth);
  const halfTop = (size.waist + 2) / 4;
  drawSkirt(sketch, design.skirt, { halfTop, y: 0, halfHip: (size.hip + 4) / 4, ratio: 1 }, view);
  drawWaistband(sketch, halfTop, 0, design.band);
  if (design.skirt.kind === 'a-line') {
    const x = halfTop * 0.55;
    sketch.both(pen(x, 0.8).line(x - 0.5, view === 'front' ? 9 : 12), (side) => sketch.line(side, 1.5));
  }
  return sketch;
}
