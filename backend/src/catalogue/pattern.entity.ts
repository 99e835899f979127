import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../platform/language.js';

export const CATEGORIES = ['Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor'] as const;
export const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Level = (typeof LEVELS)[number];

/** What a visitor reads, in one language. */
export interface PatternTexts {
  title: string;
  description: string;
  estimated_time: string;
  tags: string[];
}

/** What a sewer needs to know before cutting, in one language, kept in the shape the API answers. */
export interface PatternDetails {
  sizes: string[];
  size_chart: { columns: string[]; rows: string[][] };
  materials: string[];
  tools: string[];
  notions: string[];
  /** Fabric needed by width (cm) and size (metres). */
  fabric: { width_cm: number; meters: { size: string; m: number }[] }[];
  seam_allowance: string;
  techniques: string[];
  notes: string | null;
  instructions_languages: string[];
}

const PatternSchema = defineEntity({
  name: 'Pattern',
  tableName: 'patterns',
  properties: (p) => ({
    id: p.uuid().primary(),
    designerId: p.uuid(),
    slug: p.text(),
    status: p.text().$type<'draft' | 'published' | 'hidden'>(),
    /** German or English may be missing; readers fall back to the other. */
    texts: p.json<Partial<Record<Language, PatternTexts>>>(),
    details: p.json<Partial<Record<Language, PatternDetails>>>(),
    category: p.text().$type<Category>(),
    difficultyLevel: p.text().$type<Level>(),
    previewImages: p.json<string[]>(),
    priceCents: p.integer(),
    currency: p.text(),
    viewCount: p.bigint('number').default(0),
    searchText: p.text(),
    createdAt: p.datetime(),
    publishedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  }),
});

export class Pattern extends PatternSchema.class {}
PatternSchema.setClass(Pattern);
