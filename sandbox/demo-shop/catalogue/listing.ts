import type { Bilingual, Category, Difficulty, FileKind } from '../demo-shop-types.ts';
import type { RangeName } from '../drafting/size-ranges.ts';

/** The texts of a pattern. The size chart and the fabric amounts are computed from the pieces. */
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

/** The metadata of a pattern. */
export interface ListingMetadata {
  category: Category;
  difficulty: Difficulty;
  /** Key of the designer. */
  designer: string;
  /** In cents. */
  price: number;
  /** Days since the publication. */
  daysAgo: number;
  views: number;
  range: RangeName;
  /** In cm. */
  fabricWidths: number[];
  /** Seam allowances in cm. */
  seam: { edge: number; hem: number };
  files: FileKind[];
  languages: string[];
}
