import { accessories } from './catalogue/accessories.ts';
import { bottoms } from './catalogue/bottoms.ts';
import { designerTexts } from './catalogue/designers.ts';
import { designs } from './catalogue/designs.ts';
import { dresses } from './catalogue/dresses.ts';
import { facts } from './catalogue/facts.ts';
import { homeDecor } from './catalogue/home-decor.ts';
import type { ListingText } from './catalogue/listing.ts';
import { toolsFor } from './catalogue/tools.ts';
import { tops } from './catalogue/tops.ts';
import type { Bilingual, DemoDesigner, DemoPattern } from './demo-shop-types.ts';
import { fabricNeeds } from './drafting/fabric-layout.ts';
import type { Seam } from './drafting/piece.ts';
import { sizeChart, sizesOf } from './drafting/size-ranges.ts';
import { avatar } from './pictures/avatar.ts';
import { previews } from './pictures/previews.ts';
import { printFiles } from './print/print-files.ts';

export type { Bilingual, DemoDesigner, DemoFile, DemoPattern } from './demo-shop-types.ts';

const texts: Record<string, ListingText> = { ...dresses, ...tops, ...bottoms, ...accessories, ...homeDecor };

const cm = (value: number, decimal: string) => String(value).replace('.', decimal);

function allowanceText({ edge, hem }: Seam): Bilingual {
  if (edge === hem) {
    return { de: `${cm(edge, ',')} cm ist enthalten`, en: `${cm(edge, '.')} cm is included` };
  }
  return {
    de: `${cm(edge, ',')} cm ist enthalten, an Säumen ${cm(hem, ',')} cm`,
    en: `${cm(edge, '.')} cm is included, ${cm(hem, '.')} cm at hems`,
  };
}

function pattern(key: string): DemoPattern {
  const [text, fact, design] = [texts[key]!, facts[key]!, designs[key]!];
  const sizes = sizesOf(fact.range);
  return {
    key,
    designer: fact.designer,
    title: text.title,
    description: text.description,
    category: fact.category,
    difficulty: fact.difficulty,
    estimatedTime: text.time,
    tags: text.tags,
    priceCents: fact.price,
    publishedDaysAgo: fact.daysAgo,
    views: fact.views,
    details: {
      sizes: sizes.map((size) => size.name),
      sizeChart: sizeChart(fact.range),
      materials: text.materials,
      tools: toolsFor(design),
      notions: text.notions,
      fabric: fabricNeeds(design, sizes, fact.seam, fact.fabricWidths),
      seamAllowance: allowanceText(fact.seam),
      techniques: text.techniques,
      notes: text.notes,
      instructionsLanguages: fact.languages,
    },
    previews: () => previews(key, design, fact),
    files: () => printFiles({ text, fact, design }),
  };
}

/** The shop as it stands on the first day: invented labels and designs, all pictures and PDFs computed. */
export const demoShop: { designers: DemoDesigner[]; patterns: DemoPattern[] } = {
  designers: designerTexts.map(({ key, slug, name, bio, mark, colour }) => ({
    key,
    slug,
    name,
    bio,
    avatar: () => avatar(mark, colour),
  })),
  patterns: Object.keys(facts).map(pattern),
};
