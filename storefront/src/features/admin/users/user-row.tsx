import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedUser, type Role, roles } from '../../../api/admin';
import { formatNumber } from '../../../lib/format';
import { formatDate } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { useSession } from '../../../lib/session';
import { Button } from '../../../ui/forms/button';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import styles from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import { Question } from '../question';
import { UserAccess } from './user-access';
import { useRoleChange } from './use-role-change';

/** An account and its role. Granting or removing the administrator role asks for confirmation. */
export function UserRow({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { user: me } = useSession();
  const [asked, setAsked] = useState<Role | null>(null);
  const [managed, setManaged] = useState(false);
  const change = useRoleChange(user);
  const choice = useRef<HTMLDivElement>(null);
  const name = user.displayName;
  const access = t(user.suspendedAt ? 'admin:access.suspended' : 'admin:access.open');
  const choose = (role: Role) => {
    change.reset();
    if (role === user.role) setAsked(null);
    else if (role === 'admin' || user.role === 'admin') setAsked(role);
    else change.mutate(role);
  };
  const answer = (role: Role | null) => {
    setAsked(null);
    if (role) change.mutate(role);
    choice.current?.querySelector('select')?.focus();
  };
  const cell = (column: string) => ({ 'data-label': t(`admin:users.column.${column}`) });
  return (
    <tbody data-busy={change.isPending || undefined}>
      <tr>
        <th scope="row" className={styles.who}>
          <strong>{name}</strong>
          {me?.id === user.id && <span className={styles.tag}>{t('admin:users.you')}</span>}
          <span className="muted small">
            {user.username} · {user.email}
          </span>
        </th>
        <td {...cell('role')}>
          <div ref={choice} className={styles.role}>
            <ChoiceBox
              aria-label={t('admin:users.roleOf', { name })}
              aria-busy={change.isPending}
              value={asked ?? (change.isPending ? change.variables : user.role)}
              onChange={(event) => choose(roles.find((role) => role === event.currentTarget.value)!)}
              data={roles.map((role) => ({ value: role, label: t(`admin:role.${role}`) }))}
            />
          </div>
        </td>
        <td {...cell('verified')}>{user.is_verified ? t('admin:yes') : t('admin:no')}</td>
        <td {...cell('purchases')}>{formatNumber(user.purchaseCount, language)}</td>
        <td {...cell('lastSignIn')}>{user.lastSignInAt ? formatDate(user.lastSignInAt, language) : '–'}</td>
        <td {...cell('since')}>{formatDate(user.created_at, language)}</td>
        <td {...cell('access')}>
          <Button
            variant="outline"
            className={styles.toggle}
            aria-expanded={managed}
            aria-label={`${access} – ${t('admin:access.title', { name })}`}
            onClick={() => setManaged(!managed)}
          >
            {access}
          </Button>
        </td>
      </tr>
      <tr className={styles.below}>
        <td colSpan={7}>
          {asked && (
            <Question
              question={questionOf(user, asked, me?.id === user.id)}
              yes={t('admin:users.confirm', { role: t(`admin:role.${asked}`) })}
              onAnswer={(yes) => answer(yes ? asked : null)}
            />
          )}
          {managed && <UserAccess user={user} myself={me?.id === user.id} />}
          <output>
            {change.isSuccess && t('admin:users.changed', { name, role: t(`admin:role.${change.data.role}`) })}
          </output>
          {change.isError && (
            <p role="alert" className={styles.problem}>
              <strong>{t('admin:users.changeFailed')}</strong> {adminProblem(t, change.error)}
            </p>
          )}
        </td>
      </tr>
    </tbody>
  );

  function questionOf(one: ListedUser, role: Role, myself: boolean): string {
    if (role === 'admin') return t('admin:users.askMake', { name: one.displayName });
    return myself ? t('admin:users.askMyself') : t('admin:users.askUnmake', { name: one.displayName });
  }
}
