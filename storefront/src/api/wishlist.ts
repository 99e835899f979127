import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import type { components } from './schema';
import { sessionApi } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Wishlist = Schemas['Wishlist'];
export type WishlistItem = Schemas['WishlistItemView'];

export const wishlist = {
  add: (id: string) => sessionApi.post('/api/wishlist/{id}', { params: { path: { id } } }),
  /** Does not fail when the pattern is not on the wishlist. */
  remove: (id: string) => sessionApi.delete('/api/wishlist/{id}', { params: { path: { id } } }).catch(falseWhenMissing),
};

function falseWhenMissing(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false;
  throw error;
}

export const myWishlist = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'wishlist', lang],
    queryFn: ({ signal }) => sessionApi.get('/api/wishlist', { params: { query: { lang } }, signal }),
    staleTime: 0,
  });

/** Checks whether a pattern is on the wishlist. The API responds with 404 when it is not. */
export const onMyWishlist = (patternId: string) =>
  queryOptions({
    queryKey: ['mine', 'wished', patternId],
    queryFn: ({ signal }) =>
      sessionApi
        .get('/api/wishlist/{id}/check', { params: { path: { id: patternId } }, signal })
        .then(() => true, falseWhenMissing),
    staleTime: 0,
  });
