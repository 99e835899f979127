import type { PreparedMaster } from '#workers/pdf/prepare/plan.js';

/** The designers and patterns of the demo shop, without pictures and files of the patterns. */
export interface ShopGoods {
  designers: DesignerGoods[];
  patterns: PatternGoods[];
}

export interface DesignerGoods {
  key: string;
  slug: string;
  name: string;
  bio: { de: string; en: string };
  /** A WebP picture. */
  avatar: Uint8Array;
}

export interface PatternGoods {
  key: string;
  designer: string;
  texts: Record<'de' | 'en', PatternTexts>;
  details: Record<'de' | 'en', PatternDetails>;
  category: 'Dresses' | 'Tops' | 'Bottoms' | 'Accessories' | 'Home Decor';
  difficulty: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert';
  /** Including VAT, in euro cents. */
  priceCents: number;
  publishedDaysAgo: number;
  views: number;
}

export interface PatternTexts {
  title: string;
  description: string;
  estimated_time: string;
  tags: string[];
}

export interface PatternDetails {
  sizes: string[];
  size_chart: { columns: string[]; rows: string[][] };
  materials: string[];
  tools: string[];
  notions: string[];
  fabric: { width_cm: number; meters: { size: string; m: number }[] }[];
  seam_allowance: string;
  techniques: string[];
  notes: string | null;
  instructions_languages: string[];
  licence: { kind: 'private' | 'small-series' | 'commercial'; pieces: number | null };
}

/** The pictures and files of one pattern; each file has its prepared master. */
export interface DrawnPattern {
  /** WebP pictures. */
  previews: Uint8Array[];
  files: DrawnFile[];
}

export interface DrawnFile {
  kind: 'a4' | 'letter' | 'a0' | 'projector' | 'instructions';
  fileName: string;
  bytes: Uint8Array;
  /** Number of sheets of paper that a buyer prints; 0 for a projector file. */
  sheets: number;
  prepared: PreparedMaster;
}
