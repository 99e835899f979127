import { expect, type APIRequestContext } from '@playwright/test';

export interface Goods {
  id: string;
  title: string;
  price: number;
  tags: string[];
  preview_images: string[];
  designer_name: string;
}

/** All patterns of the shop, or of a category, the newest first. */
export async function allGoods(request: APIRequestContext, lang: 'de' | 'en' = 'de', category = ''): Promise<Goods[]> {
  const answer = await request.get('/api/patterns', { params: { limit: 100, lang, category } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: { patterns: Goods[] } }).data.patterns;
}

/** What no journey sells and takes off sale again while others look at it, the newest first. */
export async function lastingGoods(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods[]> {
  const goods = await allGoods(request, lang);
  return goods.filter(({ designer_name: name }) => !name.startsWith('gast-'));
}

/** A pattern that costs something. */
export async function aPaidPattern(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await lastingGoods(request, lang)).find(({ price }) => price > 0));
}

/** A pattern with three pictures that costs something. */
export async function aPatternWithPictures(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  const goods = await lastingGoods(request, lang);
  return found(goods.find(({ price, preview_images: { length } }) => price > 0 && length === 3));
}

export async function aFreePattern(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await lastingGoods(request, lang)).find(({ price }) => price === 0));
}

function found(goods: Goods | undefined): Goods {
  if (!goods) throw new Error('The demo shop has no such pattern');
  return goods;
}
