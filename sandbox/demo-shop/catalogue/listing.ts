import type { Bilingual, Category, Difficulty, FileKind } from '../demo-shop-types.ts';
import type { RangeName } from '../drafting/size-ranges.ts';

/** The texts of a pattern. Its figures are computed from its pieces. */
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

/** The metadata of a pattern, with lengths in cm and the price in cents. */
export interface ListingMetadata {
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
