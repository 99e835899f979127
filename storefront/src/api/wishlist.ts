import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './client';
import type { components } from './schema';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Wishlist = Schemas['Wishlist'];
export type WishlistItem = Schemas['WishlistItemView'];

const path = (patternId: string) => `/api/wishlist/${encodeURIComponent(patternId)}`;

export const wishlist = {
  list: (lang: Language, signal?: AbortSignal) =>
    call<Wishlist>('/api/wishlist', { query: { lang }, bearer: true, signal }),
  add: (patternId: string) => call(path(patternId), { method: 'POST', bearer: true }),
  /** What is off the list already is off the list. */
  remove: (patternId: string) => call(path(patternId), { method: 'DELETE', bearer: true }).catch(unlessMissing),
  /** 404 is the answer "no". */
  has: (patternId: string, signal?: AbortSignal) =>
    call(`${path(patternId)}/check`, { bearer: true, signal }).then(() => true, unlessMissing),
};

function unlessMissing(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false;
  throw error;
}

export const myWishlist = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'wishlist', lang],
    queryFn: ({ signal }) => wishlist.list(lang, signal),
    staleTime: 0,
  });

export const onMyWishlist = (patternId: string) =>
  queryOptions({
    queryKey: ['mine', 'wished', patternId],
    queryFn: ({ signal }) => wishlist.has(patternId, signal),
    staleTime: 0,
  });
