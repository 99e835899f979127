import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { admin, type ListedUser, type Role, roles } from '../../../api/admin';
import { formatDate } from '../../../lib/format-date';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import { useSession } from '../../../lib/session';
import { Button } from '../../../ui/forms/button';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { ActionFailed } from '../action-failed';
import styles from '../admin.module.css';
import { Question } from '../question';
import { UserAccess } from './user-access';
import { useUserUpdate } from './use-user-update';

/** An account and its role. The row asks for confirmation before it grants or removes the administrator role. */
export function UserRow({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const myself = useSession().user?.id === user.id;
  const [accessOpen, setAccessOpen] = useState(false);
  const { changing, next, choose, answer, choice } = useRoleChange(user);
  const name = user.displayName;
  const access = t(user.suspendedAt ? 'admin:access.suspended' : 'admin:access.open');
  const cell = (column: string) => ({ 'data-label': t(`admin:users.column.${column}`) });
  return (
    <tbody data-busy={changing.isPending || undefined}>
      <tr>
        <th scope="row" className={styles.who}>
          <strong>{name}</strong>
          {myself && <span className={styles.tag}>{t('admin:users.you')}</span>}
          <span className="muted small">
            {user.username} · {user.email}
          </span>
        </th>
        <td {...cell('role')}>
          <ChoiceBox
            ref={choice}
            className={styles.role}
            aria-label={t('admin:users.roleOf', { name })}
            aria-busy={changing.isPending}
            value={next ?? (changing.isPending ? changing.variables : user.role)}
            onChange={(event) => choose(roles.find((role) => role === event.currentTarget.value)!)}
            data={roles.map((role) => ({ value: role, label: t(`admin:role.${role}`) }))}
          />
        </td>
        <td {...cell('verified')}>{user.is_verified ? t('admin:yes') : t('admin:no')}</td>
        <td {...cell('purchases')}>{formatNumber(user.purchaseCount, language)}</td>
        <td {...cell('lastSignIn')}>{user.lastSignInAt ? formatDate(user.lastSignInAt, language) : '–'}</td>
        <td {...cell('since')}>{formatDate(user.created_at, language)}</td>
        <td {...cell('access')}>
          <Button
            variant="outline"
            className={styles.toggle}
            aria-expanded={accessOpen}
            aria-label={`${access} – ${t('admin:access.title', { name })}`}
            onClick={() => setAccessOpen(!accessOpen)}
          >
            {access}
          </Button>
        </td>
      </tr>
      <tr className={styles.below}>
        <td colSpan={7}>
          {next && <RoleQuestion user={user} role={next} myself={myself} onAnswer={answer} />}
          {accessOpen && <UserAccess user={user} myself={myself} />}
          <output>
            {changing.isSuccess && t('admin:users.changed', { name, role: t(`admin:role.${changing.data.role}`) })}
          </output>
          <ActionFailed title={t('admin:users.changeFailed')} error={changing.error} />
        </td>
      </tr>
    </tbody>
  );
}

interface RoleQuestionProps {
  user: ListedUser;
  role: Role;
  myself: boolean;
  onAnswer: (yes: boolean) => void;
}

function RoleQuestion({ user, role, myself, onAnswer }: RoleQuestionProps) {
  const { t } = useTranslation();
  const removalQuestion = myself ? 'admin:users.askMyself' : 'admin:users.askUnmake';
  return (
    <Question
      question={t(role === 'admin' ? 'admin:users.askMake' : removalQuestion, { name: user.displayName })}
      yes={t('admin:users.confirm', { role: t(`admin:role.${role}`) })}
      onAnswer={onAnswer}
    />
  );
}

/** Changes a role. `next` is a chosen role that the administrator has not confirmed yet. */
function useRoleChange(user: ListedUser) {
  const { user: me, updateUser } = useSession();
  const update = useUserUpdate(user.id);
  const [next, setNext] = useState<Role | null>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const changing = useMutation({
    mutationFn: (role: Role) => admin.changeRole(user.id, role),
    onSuccess: (changed) => {
      update({ role: changed.role });
      if (me?.id === user.id) updateUser(changed);
    },
  });
  const choose = (role: Role) => {
    changing.reset();
    if (role === user.role) setNext(null);
    else if (role === 'admin' || user.role === 'admin') setNext(role);
    else changing.mutate(role);
  };
  const answer = (yes: boolean) => {
    setNext(null);
    if (yes && next) changing.mutate(next);
    choice.current?.focus();
  };
  return { changing, next, choose, answer, choice };
}
