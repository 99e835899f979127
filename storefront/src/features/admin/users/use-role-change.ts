import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type ListedUser, type Role, type UserPage } from '../../../api/admin';
import { useSession } from '../../../lib/session';

/** Gives an account another role. The table changes in place, where the reader is, without being fetched again. */
export function useRoleChange(user: ListedUser) {
  const queries = useQueryClient();
  const { user: me, updateUser } = useSession();
  return useMutation({
    mutationFn: (role: Role) => admin.changeRole(user.id, role),
    onSuccess: (changed) => {
      queries.setQueriesData<UserPage>({ queryKey: ['mine', 'admin', 'users'] }, (page) => {
        if (!page) return page;
        const users = page.users.map((one) => (one.id === user.id ? { ...one, role: changed.role } : one));
        return { ...page, users };
      });
      if (me?.id === user.id) updateUser(changed);
    },
  });
}
