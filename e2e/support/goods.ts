import { expect, type APIRequestContext } from '@playwright/test';

export interface Goods {
  id: string;
  title: string;
  price: number;
  tags: string[];
  preview_images: string[];
}

/** All patterns of the shop, or of a category, the newest first. */
export async function allGoods(request: APIRequestContext, lang: 'de' | 'en' = 'de', category = ''): Promise<Goods[]> {
  const answer = await request.get('/api/patterns', { params: { limit: 100, lang, category } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: { patterns: Goods[] } }).data.patterns;
}

/** A pattern that costs something. */
export async function somethingToBuy(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await allGoods(request, lang)).find(({ price }) => price > 0));
}

/** A pattern with three pictures that costs something. */
export async function somethingPictured(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  const goods = await allGoods(request, lang);
  return found(goods.find(({ price, preview_images: { length } }) => price > 0 && length === 3));
}

export async function somethingFree(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await allGoods(request, lang)).find(({ price }) => price === 0));
}

function found(goods: Goods | undefined): Goods {
  if (!goods) throw new Error('The demo shop has no such pattern');
  return goods;
}
