/** A text in both languages of the shop. */
export interface Bilingual<T = string> {
  de: T;
  en: T;
}

export type Category = 'Dresses' | 'Tops' | 'Bottoms' | 'Accessories' | 'Home Decor';
export type Difficulty = 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert';
export type FileKind = 'a4' | 'letter' | 'a0' | 'projector' | 'instructions';

export interface DemoDesigner {
  key: string;
  slug: string;
  name: string;
  bio: Bilingual;
  /** SVG, 240 × 240. */
  avatar(): string;
}

export interface DemoFile {
  kind: FileKind;
  fileName: string;
  bytes: Uint8Array;
  /** The number of sheets to print; 0 for a projector file. */
  sheets: number;
}

export interface FabricNeed {
  widthCm: number;
  meters: { size: string; m: number }[];
}

/** What the buyer may do with the sewn pieces; `pieces` is null unless the kind is `small-series`. */
export interface DemoLicence {
  kind: 'private' | 'small-series' | 'commercial';
  pieces: number | null;
}

export interface DemoDetails {
  sizes: string[];
  sizeChart: { columns: Bilingual<string[]>; rows: string[][] };
  materials: Bilingual<string[]>;
  tools: Bilingual<string[]>;
  notions: Bilingual<string[]>;
  fabric: FabricNeed[];
  seamAllowance: Bilingual;
  techniques: Bilingual<string[]>;
  notes: Bilingual | null;
  /** ISO language codes. */
  instructionsLanguages: string[];
  licence: DemoLicence;
}

export interface DemoPattern {
  key: string;
  designer: string;
  title: Bilingual;
  description: Bilingual;
  category: Category;
  difficulty: Difficulty;
  estimatedTime: Bilingual;
  tags: Bilingual<string[]>;
  /** The gross price in cents (EUR). */
  priceCents: number;
  publishedDaysAgo: number;
  views: number;
  details: DemoDetails;
  /** 2–4 SVG documents, 800 × 1000. */
  previews(): string[];
  files(): Promise<DemoFile[]>;
}
