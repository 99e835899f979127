import { expect, type APIRequestContext } from '@playwright/test';

export interface Goods {
  id: string;
  title: string;
  price: number;
  tags: string[];
}

/** All patterns of the shop, the newest first. */
export async function allGoods(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods[]> {
  const answer = await request.get('/api/patterns', { params: { limit: 100, lang } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: { patterns: Goods[] } }).data.patterns;
}

/** A pattern that costs something. */
export async function somethingToBuy(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await allGoods(request, lang)).find(({ price }) => price > 0));
}

export async function somethingFree(request: APIRequestContext, lang: 'de' | 'en' = 'de'): Promise<Goods> {
  return found((await allGoods(request, lang)).find(({ price }) => price === 0));
}

function found(goods: Goods | undefined): Goods {
  if (!goods) throw new Error('The demo shop has no such pattern');
  return goods;
}
