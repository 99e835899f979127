import type { QueryClient } from '@tanstack/react-query';

/** Mutation options that send changes of the wishlist one after the other, in their order. */
export const inTurn = { mutationKey: ['mine', 'wish'], scope: { id: 'wish' } };

interface Wish {
  pattern_id: string;
}

/** Whether no other change is in flight, of this pattern or of any. An earlier one must not overwrite a later one. */
export function isLast(queries: QueryClient, wish?: Wish): boolean {
  const waiting = queries.getMutationCache().findAll({
    mutationKey: inTurn.mutationKey,
    status: 'pending',
    predicate: ({ state }) => !wish || (state.variables as Wish).pattern_id === wish.pattern_id,
  });
  return waiting.length <= 1;
}

/** Refetches the wishlist once no change is in flight that would make the response stale. */
export function reconcile(queries: QueryClient): void {
  if (!isLast(queries)) return;
  void queries.invalidateQueries({ queryKey: ['mine', 'wishlist'] });
  void queries.invalidateQueries({ queryKey: ['mine', 'wished'] });
}
