import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { myWishlist, type Wishlist, type WishlistItem, wishlist } from '../../api/wishlist';
import { useLanguage } from '../../lib/language-path';
import { wishMutation, isLastWishChange, refetchWishlist } from '../../lib/wish-changes';

/** A removed entry of the wishlist, and its former position. */
interface Removed {
  pattern_id: string;
  item: WishlistItem;
  index: number;
}

const withoutItem = (list: Wishlist | undefined, item: WishlistItem): Wishlist | undefined => {
  const items = list?.items.filter(({ id }) => id !== item.id);
  return items && { items, total: items.length };
};

/** Removes a pattern from the list on the screen, then sends the request. A failure or `undo` restores the pattern. */
export function useRemoval() {
  const queries = useQueryClient();
  const { queryKey } = myWishlist(useLanguage());
  const [lastRemoved, setLastRemoved] = useState<Removed | null>(null);

  const restore = ({ item, index }: Removed) =>
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
      queries.setQueryData(queryKey, (list) => withoutItem(list, item));
      const removed = { pattern_id: item.pattern_id, item, index };
      setLastRemoved(removed);
      return removed;
    },
    onError: (_error, item, removed) => {
      if (!isLastWishChange(queries, item)) return;
      setLastRemoved(null);
      if (removed) restore(removed);
    },
    onSettled: () => refetchWishlist(queries),
  });

  const undo = useMutation({
    ...wishMutation,
    mutationFn: ({ pattern_id: id }: Removed) => wishlist.add(id),
    onMutate: async (removed) => {
      removal.reset();
      setLastRemoved(null);
      await queries.cancelQueries({ queryKey });
      restore(removed);
    },
    onError: (_error, removed) => {
      if (isLastWishChange(queries, removed)) queries.setQueryData(queryKey, (list) => withoutItem(list, removed.item));
    },
    onSettled: () => refetchWishlist(queries),
  });

  return {
    remove: removal.mutate,
    undo: () => lastRemoved && undo.mutate(lastRemoved),
    /** The entry that was removed last. */
    removed: lastRemoved?.item ?? null,
    removalFailed: removal.error,
    undoFailed: undo.error,
  };
}
