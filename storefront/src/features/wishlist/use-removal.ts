import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { myWishlist, type Wishlist, type WishlistItem, wishlist } from '../../api/wishlist';
import { useLanguage } from '../../lib/language-path';
import { wishMutation, isLastWishChange, refetchWishlist } from '../../lib/wish-changes';

/** A removed entry and its former position. */
interface Removed {
  pattern_id: string;
  item: WishlistItem;
  index: number;
}

const without = (list: Wishlist | undefined, item: WishlistItem): Wishlist | undefined => {
  const items = list?.items.filter(({ id }) => id !== item.id);
  return items && { items, total: items.length };
};

/** Removes a pattern from the shown list at once and sends the request; a failure or `undo` restores it. */
export function useRemoval() {
  const queries = useQueryClient();
  const { queryKey } = myWishlist(useLanguage());
  const [last, setLast] = useState<Removed | null>(null);

  const putBack = ({ item, index }: Removed) =>
    queries.setQueryData(queryKey, (list) => {
      if (!list || list.items.some(({ id }) => id === item.id)) return list;
      const items = list.items.toSpliced(index, 0, item);
      return { items, total: items.length };
    });

  const removal = useMutation({
    ...wishMutation,
    mutationFn: (item: WishlistItem) => wishlist.remove(item.pattern_id),
    onMutate: async (item) => {
      undo.reset();
      await queries.cancelQueries({ queryKey });
      const index = queries.getQueryData(queryKey)?.items.findIndex(({ id }) => id === item.id) ?? 0;
      queries.setQueryData(queryKey, (list) => without(list, item));
      const removed = { pattern_id: item.pattern_id, item, index };
      setLast(removed);
      return removed;
    },
    onError: (_error, item, removed) => {
      if (!isLastWishChange(queries, item)) return;
      setLast(null);
      if (removed) putBack(removed);
    },
    onSettled: () => refetchWishlist(queries),
  });

  const undo = useMutation({
    ...wishMutation,
    mutationFn: ({ pattern_id: id }: Removed) => wishlist.add(id),
    onMutate: async (removed) => {
      removal.reset();
      setLast(null);
      await queries.cancelQueries({ queryKey });
      putBack(removed);
    },
    onError: (_error, removed) => {
      if (isLastWishChange(queries, removed)) queries.setQueryData(queryKey, (list) => without(list, removed.item));
    },
    onSettled: () => refetchWishlist(queries),
  });

  return {
    remove: removal.mutate,
    undo: () => last && undo.mutate(last),
    /** The entry that was removed last. */
    removed: last?.item ?? null,
    removalFailed: removal.error,
    undoFailed: undo.error,
  };
}
