import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { onMyWishlist, wishlist } from '../../api/wishlist';
import { useLocalPath } from '../../lib/language-path';
import { authPath } from '../../lib/return-path';
import { useSession } from '../../lib/session';
import { recall, remember } from './after-sign-in';

/** Whether a pattern is on one's wishlist, and the way to change that. Visitors sign in first and find it done. */
export function useWish(patternId: string) {
  const { isAuthenticated, isLoading } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const local = useLocalPath();
  const here = useLocation();
  const check = onMyWishlist(patternId);
  const { data: wished = false } = useQuery({ ...check, enabled: isAuthenticated });
  const { mutate, error } = useMutation({
    mutationFn: (wish: boolean): Promise<unknown> => (wish ? wishlist.add(patternId) : wishlist.remove(patternId)),
    onMutate: async (wish) => {
      await queries.cancelQueries({ queryKey: check.queryKey });
      queries.setQueryData(check.queryKey, wish);
    },
    onError: (_, wish) => queries.setQueryData(check.queryKey, !wish),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mine', 'wishlist'] }),
  });
  useEffect(() => {
    if (isAuthenticated && recall('wish', patternId)) mutate(true);
  }, [isAuthenticated, patternId, mutate]);
  const toggle = () => {
    if (isAuthenticated) return mutate(!wished);
    if (isLoading) return undefined;
    remember('wish', patternId);
    return void navigate(authPath(local('/login'), here));
  };
  return { wished, toggle, error };
}
