import type { QueryClient } from '@tanstack/react-query';

/** Mutation options for changes of the wishlist. The requests are sent one after the other, in the order of the changes. */
export const wishMutation = { mutationKey: ['mine', 'wish'], scope: { id: 'wish' } };

interface Wish {
  pattern_id: string;
}

/**
 * @param wish the wish whose changes count. Without this parameter, the changes of all wishes count.
 * @returns false when another change is in flight: the response to one change must not overwrite a later change
 */
export function isLastWishChange(queries: QueryClient, wish?: Wish): boolean {
  const pending = queries.getMutationCache().findAll({
    mutationKey: wishMutation.mutationKey,
    status: 'pending',
    predicate: ({ state }) => !wish || (state.variables as Wish).pattern_id === wish.pattern_id,
  });
  return pending.length <= 1;
}

/** Refetches the wishlist, unless another change is in flight, because the response would then be stale. */
export function refetchWishlist(queries: QueryClient): void {
  if (!isLastWishChange(queries)) return;
  void queries.invalidateQueries({ queryKey: ['mine', 'wishlist'] });
  void queries.invalidateQueries({ queryKey: ['mine', 'wished'] });
}
