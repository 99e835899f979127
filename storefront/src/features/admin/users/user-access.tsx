import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { admin, type ListedUser, type UserPage } from '../../../api/admin';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import own from './user-access.module.css';
import { adminProblem } from '../admin-problem';
import { Question } from '../question';

const longestReason = 1000;

/** Suspends an account with a reason that its owner reads, restores it, and ends its sessions. */
export function UserAccess({ user, myself }: { user: ListedUser; myself: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const name = user.displayName;
  const [asking, setAsking] = useState<'restore' | 'end' | null>(null);
  const update = useUserUpdate(user.id);
  const suspending = useMutation({
    mutationFn: (reason: string) => admin.suspend(user.id, reason),
    onSuccess: ({ suspendedAt }, reason) => update({ suspendedAt, suspensionReason: reason }),
  });
  const restoring = useMutation({
    mutationFn: () => admin.restore(user.id),
    onSuccess: () => update({ suspendedAt: null, suspensionReason: null }),
  });
  const ending = useMutation({ mutationFn: () => admin.endSessions(user.id) });
  const begin = (change: () => void) => {
    // What was done before is no longer said.
    [suspending, restoring, ending].forEach((done) => done.reset());
    change();
    // The question or the form goes, and the focus with it.
    heading.current?.focus();
  };
  const answer = (yes: boolean) => {
    if (!yes) heading.current?.focus();
    else if (asking === 'restore') begin(() => restoring.mutate());
    else begin(() => ending.mutate());
    setAsking(null);
  };
  const failed = suspending.error ?? restoring.error ?? ending.error;
  return (
    <section aria-labelledby={headingId} className={own.access}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {t('admin:access.title', { name })}
      </h2>
      <p className="muted small">{t(user.secondFactor ? 'admin:access.factor' : 'admin:access.noFactor')}</p>
      {user.suspendedAt && (
        <p>
          <strong>{t('admin:access.since', { date: formatMoment(user.suspendedAt, language) })}</strong>{' '}
          <span className={own.reason}>{user.suspensionReason}</span>
        </p>
      )}
      {!user.suspendedAt && !myself && (
        <SuspendForm
          name={name}
          busy={suspending.isPending}
          onSuspend={(reason) => begin(() => suspending.mutate(reason))}
        />
      )}
      {asking ? (
        <Question
          question={t(`admin:access.ask.${asking}`, { name })}
          yes={t(`admin:access.yes.${asking}`)}
          onAnswer={answer}
        />
      ) : (
        <div className={own.actions}>
          {user.suspendedAt && (
            <Button variant="outline" loading={restoring.isPending} onClick={() => setAsking('restore')}>
              {t('admin:access.restore')}
            </Button>
          )}
          {!user.suspendedAt && (
            <Button variant="outline" loading={ending.isPending} onClick={() => setAsking('end')}>
              {t('admin:access.end')}
            </Button>
          )}
        </div>
      )}
      <output>
        {suspending.isSuccess && user.suspendedAt && t('admin:access.suspendedNow', { name })}
        {restoring.isSuccess && !user.suspendedAt && t('admin:access.restored', { name })}
        {ending.isSuccess && t('admin:access.ended', { count: ending.data.ended })}
      </output>
      {failed && (
        <p role="alert" className={styles.problem}>
          {adminProblem(t, failed)}
        </p>
      )}
    </section>
  );
}

interface SuspendFormProps {
  name: string;
  busy: boolean;
  onSuspend: (reason: string) => void;
}

function SuspendForm({ name, busy, onSuspend }: SuspendFormProps) {
  const { t } = useTranslation();
  const field = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const text = reason.trim();
  const toReason = () => document.getElementById(field)?.focus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.length < 3);
    if (text.length >= 3) setAsking(true);
    else toReason();
  };
  return (
    <>
      <form onSubmit={submit} className={own.form}>
        <label htmlFor={field}>{t('admin:access.reason')}</label>
        <textarea
          id={field}
          rows={3}
          maxLength={longestReason}
          value={reason}
          aria-invalid={missing || undefined}
          aria-describedby={`${field}-hint${missing ? ` ${field}-missing` : ''}`}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {missing && (
          <p id={`${field}-missing`} className={styles.problem}>
            {t('admin:access.reasonMissing')}
          </p>
        )}
        <p id={`${field}-hint`} className="muted small">
          {t('admin:access.reasonHint')}
        </p>
        {!asking && (
          <Button type="submit" loading={busy}>
            {t('admin:access.suspend')}
          </Button>
        )}
      </form>
      {asking && (
        <Question
          question={t('admin:access.ask.suspend', { name })}
          yes={t('admin:access.yes.suspend')}
          onAnswer={(yes) => {
            setAsking(false);
            if (yes) onSuspend(text);
            else toReason();
          }}
        />
      )}
    </>
  );
}

/** The table changes in place, where the reader is, without being fetched again. */
function useUserUpdate(id: string) {
  const queries = useQueryClient();
  return (change: Partial<ListedUser>) =>
    queries.setQueriesData<UserPage>({ queryKey: ['mine', 'admin', 'users'] }, (page) => {
      if (!page) return page;
      return { ...page, users: page.users.map((one) => (one.id === id ? { ...one, ...change } : one)) };
    });
}
