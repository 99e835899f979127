import { expect, type APIRequestContext } from '@playwright/test';

export interface CataloguePattern {
  id: string;
  title: string;
  price: number;
  tags: string[];
  preview_images: string[];
  designer_name: string;
}

/** All patterns of the shop, or of a category, the newest first. */
export async function listPatterns(
  request: APIRequestContext,
  lang: 'de' | 'en' = 'de',
  category = '',
): Promise<CataloguePattern[]> {
  const response = await request.get('/api/patterns', { params: { limit: 100, lang, category } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { data: { patterns: CataloguePattern[] } }).data.patterns;
}

/** The patterns of the demo shop, the newest first. Leaves out patterns that a journey publishes and unpublishes. */
export async function listDemoPatterns(
  request: APIRequestContext,
  lang: 'de' | 'en' = 'de',
): Promise<CataloguePattern[]> {
  const patterns = await listPatterns(request, lang);
  return patterns.filter(({ designer_name: name }) => !name.startsWith('gast-'));
}

/** A pattern with a price. */
export async function findPaidPattern(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<CataloguePattern> {
  return required((await listDemoPatterns(request, lang)).find(({ price }) => price > 0));
}

/** A pattern with a price and three pictures. */
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
  if (!pattern) throw new Error('The demo shop has no such pattern');
  return pattern;
}
