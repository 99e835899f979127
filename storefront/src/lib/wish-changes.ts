import type { QueryClient } from '@tanstack/react-query';

/** Changes of the wishlist reach the server one after the other, in the order in which they were made. */
export const inTurn = { mutationKey: ['mine', 'wish'], scope: { id: 'wish' } };

/** Every change names its pattern. */
interface Wish {
  pattern_id: string;
}

/** Whether a change is the only one under way, of its pattern or of all: what a later one shows is not touched any more. */
export function isLast(queries: QueryClient, wish?: Wish): boolean {
  const waiting = queries.getMutationCache().findAll({
    mutationKey: inTurn.mutationKey,
    status: 'pending',
    predicate: ({ state }) => !wish || (state.variables as Wish).pattern_id === wish.pattern_id,
  });
  return waiting.length <= 1;
}

/** Asks the server how things stand, once nothing is under way that would make the answer old. */
export function reconcile(queries: QueryClient): void {
  if (!isLast(queries)) return;
  void queries.invalidateQueries({ queryKey: ['mine', 'wishlist'] });
  void queries.invalidateQueries({ queryKey: ['mine', 'wished'] });
}
