import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { myWishlist, type Wishlist, type WishlistItem, wishlist } from '../../api/wishlist';
import { useLanguage } from '../../lib/language-path';
import { inTurn, isLast, reconcile } from '../../lib/wish-changes';

/** What was taken off the list, and where it stood. */
interface Taken {
  pattern_id: string;
  item: WishlistItem;
  place: number;
}

const without = (list: Wishlist | undefined, item: WishlistItem): Wishlist | undefined => {
  const items = list?.items.filter(({ id }) => id !== item.id);
  return items && { items, total: items.length };
};

/** Takes a pattern off the list at once and asks the shop behind it; a failure puts it back, and so can its owner. */
export function useRemoval() {
  const queries = useQueryClient();
  const { queryKey } = myWishlist(useLanguage());
  const [last, setLast] = useState<Taken | null>(null);

  const putBack = ({ item, place }: Taken) =>
    queries.setQueryData(queryKey, (list) => {
      if (!list || list.items.some(({ id }) => id === item.id)) return list;
      const items = list.items.toSpliced(place, 0, item);
      return { items, total: items.length };
    });

  const removal = useMutation({
    ...inTurn,
    mutationFn: (item: WishlistItem) => wishlist.remove(item.pattern_id),
    onMutate: async (item) => {
      undo.reset();
      await queries.cancelQueries({ queryKey });
      const place = queries.getQueryData(queryKey)?.items.findIndex(({ id }) => id === item.id) ?? 0;
      queries.setQueryData(queryKey, (list) => without(list, item));
      const taken = { pattern_id: item.pattern_id, item, place };
      setLast(taken);
      return taken;
    },
    onError: (_error, item, taken) => {
      if (!isLast(queries, item)) return;
      setLast(null);
      if (taken) putBack(taken);
    },
    onSettled: () => reconcile(queries),
  });

  const undo = useMutation({
    ...inTurn,
    mutationFn: ({ pattern_id: id }: Taken) => wishlist.add(id),
    onMutate: async (taken) => {
      removal.reset();
      setLast(null);
      await queries.cancelQueries({ queryKey });
      putBack(taken);
    },
    onError: (_error, taken) => {
      if (isLast(queries, taken)) queries.setQueryData(queryKey, (list) => without(list, taken.item));
    },
    onSettled: () => reconcile(queries),
  });

  return {
    remove: removal.mutate,
    undo: () => last && undo.mutate(last),
    /** What was taken off a moment ago. */
    removed: last?.item ?? null,
    removalFailed: removal.error,
    undoFailed: undo.error,
  };
}
