import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { onMyWishlist, wishlist } from '../../api/wishlist';
import { useLocalPath } from '../../lib/language-path';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { wishMutation, isLastWishChange, refetchWishlist } from '../../lib/wish-changes';
import { recall, remember } from './after-sign-in';

interface Change {
  pattern_id: string;
  wish: boolean;
}

/** Tells whether the pattern is on the user's wishlist. `toggle` adds or removes it. A visitor has to sign in first. */
export function useWish(patternId: string) {
  const { isAuthenticated, isLoading } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const local = useLocalPath();
  const location = useLocation();
  const check = onMyWishlist(patternId);
  const { data: wished = false } = useQuery({ ...check, enabled: isAuthenticated });
  /** The last state that the server has confirmed. */
  const confirmed = useRef(false);
  const { mutate, error } = useMutation({
    ...wishMutation,
    mutationFn: ({ pattern_id: id, wish }: Change): Promise<unknown> => (wish ? wishlist.add(id) : wishlist.remove(id)),
    onMutate: async (change) => {
      // If no earlier change is in progress, the opposite of this change is the confirmed state.
      if (isLastWishChange(queries, change)) confirmed.current = !change.wish;
      await queries.cancelQueries({ queryKey: check.queryKey });
      queries.setQueryData(check.queryKey, change.wish);
    },
    onSuccess: (_response, { wish }) => {
      confirmed.current = wish;
    },
    onError: (_error, change) => {
      if (isLastWishChange(queries, change)) queries.setQueryData(check.queryKey, confirmed.current);
    },
    onSettled: () => refetchWishlist(queries),
  });
  const clickedEarly = useRef(false);
  const signInPath = authPath(local('/login'), location);
  useEffect(() => {
    if (isLoading) return;
    const clicked = clickedEarly.current;
    clickedEarly.current = false;
    if (isAuthenticated && recall(patternId)) mutate({ pattern_id: patternId, wish: true });
    else if (clicked) void navigate(signInPath);
  }, [isLoading, isAuthenticated, patternId, mutate, navigate, signInPath]);
  const toggle = () => {
    if (isAuthenticated) return mutate({ pattern_id: patternId, wish: !wished });
    remember(patternId);
    // If the session is still loading, the effect above handles the click afterwards.
    if (isLoading) clickedEarly.current = true;
    else void navigate(signInPath);
    return undefined;
  };
  return { wished, toggle, error };
}
