import type { Bilingual } from '../demo-shop-types.ts';
import type { Design } from '../drafting/designs.ts';

const always: Bilingual<string[]> = {
  de: ['Nähmaschine', 'Stoffschere', 'Stecknadeln oder Clips', 'Bügeleisen', 'Maßband'],
  en: ['Sewing machine', 'Fabric scissors', 'Pins or clips', 'Iron', 'Tape measure'],
};

const extra = {
  stretch: {
    de: ['Overlock oder Zickzackstich', 'Zwillingsnadel 4 mm'],
    en: ['Overlocker or zigzag stitch', 'Twin needle 4 mm'],
  },
  zip: { de: ['Reißverschlussfuß'], en: ['Zip foot'] },
  fitted: {
    de: ['Ärmelbrett oder Bügelkissen', 'Schneiderkreide'],
    en: ["Sleeve board or tailor's ham", "Tailor's chalk"],
  },
  plain: { de: ['Schneiderkreide'], en: ["Tailor's chalk"] },
  straight: { de: ['Rollschneider und Lineal'], en: ['Rotary cutter and ruler'] },
};

/** @returns the tools for a design */
export function toolsFor(design: Design): Bilingual<string[]> {
  const more = [extraFor(design)];
  return {
    de: [...always.de, ...more.flatMap((list) => list.de)],
    en: [...always.en, ...more.flatMap((list) => list.en)],
  };
}

function extraFor(design: Design): Bilingual<string[]> {
  if (design.kind === 'thing') return ['pouch', 'belt-bag', 'pouf'].includes(design.thing) ? extra.zip : extra.straight;
  if (design.kind === 'body' && design.neckband > 0) return extra.stretch;
  if (design.kind === 'skirt' || (design.kind === 'trousers' && design.waist === 'band')) return extra.zip;
  return design.kind === 'body' && !design.lined && !design.collar ? extra.plain : extra.fitted;
}
