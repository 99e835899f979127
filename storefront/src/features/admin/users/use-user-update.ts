import { useQueryClient } from '@tanstack/react-query';
import type { ListedUser, UserPage } from '../../../api/admin';

/** Returns a function that changes an account in the loaded lists. It does not fetch the lists again. */
export function useUserUpdate(id: string) {
  const queries = useQueryClient();
  return (change: Partial<ListedUser>) =>
    queries.setQueriesData<UserPage>({ queryKey: ['mine', 'admin', 'users'] }, (page) => {
      if (!page) return page;
      return { ...page, users: page.users.map((user) => (user.id === id ? { ...user, ...change } : user)) };
    });
}
