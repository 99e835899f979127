import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { myWishlist, type Wishlist, type WishlistItem, wishlist } from '../../api/wishlist';
import { useLanguage } from '../../lib/language-path';

const without = (list: Wishlist | undefined, item: WishlistItem): Wishlist | undefined => {
  const items = list?.items.filter(({ id }) => id !== item.id);
  return items && { items, total: items.length };
};

/** Takes a pattern off the list at once and asks the shop behind it; a failure puts it back, and so can its owner. */
export function useRemoval() {
  const queries = useQueryClient();
  const { queryKey } = myWishlist(useLanguage());
  const [last, setLast] = useState<{ item: WishlistItem; place: number } | null>(null);

  const putBack = ({ item, place }: { item: WishlistItem; place: number }) =>
    queries.setQueryData(queryKey, (list) => {
      if (!list || list.items.some(({ id }) => id === item.id)) return list;
      const items = list.items.toSpliced(place, 0, item);
      return { items, total: items.length };
    });

  const removal = useMutation({
    mutationFn: (item: WishlistItem) => wishlist.remove(item.pattern_id),
    onMutate: async (item) => {
      undo.reset();
      await queries.cancelQueries({ queryKey });
      const place = queries.getQueryData(queryKey)?.items.findIndex(({ id }) => id === item.id) ?? 0;
      queries.setQueryData(queryKey, (list) => without(list, item));
      setLast({ item, place });
      return { item, place };
    },
    onError: (_error, _item, taken) => {
      setLast(null);
      if (taken) putBack(taken);
    },
    onSuccess: (_answer, { pattern_id: id }) => queries.setQueryData(['mine', 'wished', id], false),
  });

  const undo = useMutation({
    mutationFn: ({ item }: { item: WishlistItem; place: number }) => wishlist.add(item.pattern_id),
    onMutate: (taken) => {
      setLast(null);
      putBack(taken);
    },
    onError: (_error, { item }) => queries.setQueryData(queryKey, (list) => without(list, item)),
    onSuccess: (_answer, { item }) => queries.setQueryData(['mine', 'wished', item.pattern_id], true),
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
