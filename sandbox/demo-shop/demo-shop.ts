import { accessories } from './catalogue/accessories.ts';
import { bottoms } from './catalogue/bottoms.ts';
import { designerTexts } from './catalogue/designers.ts';
import { designs } from './catalogue/designs.ts';
import { dresses } from './catalogue/dresses.ts';
import { licenceOf } from './catalogue/licences.ts';
import { metadataByKey } from './catalogue/metadata.ts';
import { homeDecor } from './catalogue/home-decor.ts';
import type { ListingText } from './catalogue/listing.ts';
import { toolsFor } from './catalogue/tools.ts';
import { tops } from './catalogue/tops.ts';
import type { Bilingual, DemoDesigner, DemoPattern } from './demo-shop-types.ts';
import { fabricNeeds } from './drafting/fabric-layout.ts';
import type { Seam } from './drafting/piece.ts';
import { sizeChart, sizesInRange } from './drafting/size-ranges.ts';
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
  const [text, metadata, design] = [texts[key]!, metadataByKey[key]!, designs[key]!];
  const sizes = sizesInRange(metadata.range);
  return {
    key,
    designer: metadata.designer,
    title: text.title,
    description: text.description,
    category: metadata.category,
    difficulty: metadata.difficulty,
    estimatedTime: text.time,
    tags: text.tags,
    priceCents: metadata.price,
    publishedDaysAgo: metadata.daysAgo,
    views: metadata.views,
    details: {
      sizes: sizes.map((size) => size.name),
      sizeChart: sizeChart(metadata.range),
      materials: text.materials,
      tools: toolsFor(design),
      notions: text.notions,
      fabric: fabricNeeds(design, sizes, metadata.seam, metadata.fabricWidths),
      seamAllowance: allowanceText(metadata.seam),
      techniques: text.techniques,
      notes: text.notes,
      instructionsLanguages: metadata.languages,
      licence: licenceOf(key),
    },
    previews: () => previews(key, design, metadata),
    files: () => printFiles({ text, metadata, design }),
  };
}

/** The demo shop: invented labels and patterns, with functions that draw their pictures and PDFs. */
export const demoShop: { designers: DemoDesigner[]; patterns: DemoPattern[] } = {
  designers: designerTexts.map(({ key, slug, name, bio, emblem, colour }) => ({
    key,
    slug,
    name,
    bio,
    avatar: () => avatar(emblem, colour),
  })),
  patterns: Object.keys(metadataByKey).map(pattern),
};
