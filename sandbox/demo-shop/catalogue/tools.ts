import type { Bilingual } from '../demo-shop-types.ts';
import type { Design } from '../drafting/designs.ts';

const basicTools: Bilingual<string[]> = {
  de: ['Nähmaschine', 'Stoffschere', 'Stecknadeln oder Clips', 'Bügeleisen', 'Maßband'],
  en: ['Sewing machine', 'Fabric scissors', 'Pins or clips', 'Iron', 'Tape measure'],
};

const specialTools = {
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
  const special = specialToolsFor(design);
  return {
    de: [...basicTools.de, ...special.de],
    en: [...basicTools.en, ...special.en],
  };
}

function specialToolsFor(design: Design): Bilingual<string[]> {
  if (design.kind === 'thing')
    return ['pouch', 'belt-bag', 'pouf'].includes(design.thing) ? specialTools.zip : specialTools.straight;
  if (design.kind === 'body' && design.neckband > 0) return specialTools.stretch;
  if (design.kind === 'skirt' || (design.kind === 'trousers' && design.waist === 'band')) return specialTools.zip;
  return design.kind === 'body' && !design.lined && !design.collar ? specialTools.plain : specialTools.fitted;
}
