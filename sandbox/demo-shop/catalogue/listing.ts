import type { Bilingual, Category, Difficulty, FileKind } from '../demo-shop-types.ts';
import type { RangeName } from '../drafting/size-ranges.ts';

/** What the shop says about a pattern; everything with a number in it that can be computed is computed elsewhere. */
export interface ListingText {
  title: Bilingual;
  description: Bilingual;
  time: Bilingual;
  tags: Bilingual<string[]>;
  materials: Bilingual<string[]>;
  notions: Bilingual<string[]>;
  techniques: Bilingual<string[]>;
  notes: Bilingual | null;
}

/** The shop's bookkeeping of a pattern. Lengths in cm, price in cents. */
export interface ListingFacts {
  category: Category;
  difficulty: Difficulty;
  designer: string;
  price: number;
  daysAgo: number;
  views: number;
  range: RangeName;
  fabricWidths: number[];
  seam: { edge: number; hem: number };
  files: FileKind[];
  languages: string[];
}
