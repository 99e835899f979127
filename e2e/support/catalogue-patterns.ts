import { expect, type APIRequestContext } from '@playwright/test';

export interface CataloguePattern {
  id: string;
  title: string;
  price: number;
  tags: string[];
  preview_images: string[];
  designer_name: string;
}

/** Lists all published patterns, or those of one category, newest first. */
export async function listPatterns(
  request: APIRequestContext,
  lang: 'de' | 'en' = 'de',
  category = '',
): Promise<CataloguePattern[]> {
  const response = await request.get('/api/patterns', { params: { limit: 100, lang, category } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { data: { patterns: CataloguePattern[] } }).data.patterns;
}

/** Lists the patterns of the demo shop, newest first. Excludes patterns that other journeys publish and unpublish. */
export async function listDemoPatterns(
  request: APIRequestContext,
  lang: 'de' | 'en' = 'de',
): Promise<CataloguePattern[]> {
  const patterns = await listPatterns(request, lang);
  return patterns.filter(({ designer_name: name }) => !name.startsWith('gast-'));
}

export async function findPaidPattern(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<CataloguePattern> {
  return required((await listDemoPatterns(request, lang)).find(({ price }) => price > 0));
}

/** Finds a pattern with a price and three pictures. */
export async function findPatternWithPictures(
  request: APIRequestContext,
  lang: 'de' | 'en' = 'de',
): Promise<CataloguePattern> {
  const patterns = await listDemoPatterns(request, lang);
  return required(patterns.find(({ price, preview_images: { length } }) => price > 0 && length === 3));
}

export async function findFreePattern(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<CataloguePattern> {
  return required((await listDemoPatterns(request, lang)).find(({ price }) => price === 0));
}

function required(pattern: CataloguePattern | undefined): CataloguePattern {
  if (!pattern) throw new Error('The demo shop lacks a pattern that this journey needs');
  return pattern;
}
