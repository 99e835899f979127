import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { admin, type ListedUser } from '../../../api/admin';
import type { Statement } from '../../../api/moderation';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import { SuspendForm } from './suspend-form';
import styles from './user-access.module.css';
import { useUserUpdate } from './use-user-update';

/** Suspends an account, lifts the suspension, and ends all sessions. The owner gets the reason for a suspension by mail. */
export function UserAccess({ user, myself }: { user: ListedUser; myself: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const changes = useAccessChanges(user);
  const { suspending, restoring, ending } = changes;
  const start = (change: () => void) => {
    changes.reset();
    change();
    // The focused form or question disappears, so the heading takes the focus.
    heading.current?.focus();
  };
  const name = user.displayName;
  const [action, mutation] = user.suspendedAt ? (['restore', restoring] as const) : (['end', ending] as const);
  return (
    <section aria-labelledby={headingId} className={styles.access}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {t('admin:access.title', { name })}
      </h2>
      <p className="muted small">{t(user.secondFactor ? 'admin:access.factor' : 'admin:access.noFactor')}</p>
      {user.suspendedAt && (
        <p>
          <strong>{t('admin:access.since', { date: formatMoment(user.suspendedAt, language) })}</strong>{' '}
          {user.suspension && <SuspensionReason {...user.suspension} />}
        </p>
      )}
      {!user.suspendedAt && !myself && (
        <SuspendForm
          name={name}
          busy={suspending.isPending}
          onSuspend={(statement) => start(() => suspending.mutate(statement))}
        />
      )}
      <ConfirmedAction
        key={action}
        action={action}
        name={name}
        busy={mutation.isPending}
        onAnswer={(yes) => (yes ? start(() => mutation.mutate()) : heading.current?.focus())}
      />
      <output>
        {suspending.isSuccess && user.suspendedAt && t('admin:access.suspendedNow', { name })}
        {restoring.isSuccess && !user.suspendedAt && t('admin:access.restored', { name })}
        {ending.isSuccess && t('admin:access.ended', { count: ending.data.ended })}
      </output>
      <ActionFailed error={suspending.error ?? restoring.error ?? ending.error} />
    </section>
  );
}

function SuspensionReason({ reason, ground, clause }: NonNullable<ListedUser['suspension']>) {
  const { t } = useTranslation();
  return (
    <span className={styles.reason}>
      {ground && `${t(`moderation:ground.${ground}`)}, ${clause}: `}
      {reason}
    </span>
  );
}

interface ConfirmedActionProps {
  action: 'restore' | 'end';
  name: string;
  busy: boolean;
  onAnswer: (yes: boolean) => void;
}

/** A button that asks for confirmation before it acts. */
function ConfirmedAction({ action, name, busy, onAnswer }: ConfirmedActionProps) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  if (!confirming) {
    return (
      <Button variant="outline" loading={busy} onClick={() => setConfirming(true)}>
        {t(`admin:access.${action}`)}
      </Button>
    );
  }
  return (
    <Question
      question={t(`admin:access.ask.${action}`, { name })}
      yes={t(`admin:access.yes.${action}`)}
      onAnswer={(yes) => {
        onAnswer(yes);
        setConfirming(false);
      }}
    />
  );
}

function useAccessChanges(user: ListedUser) {
  const update = useUserUpdate(user.id);
  const suspending = useMutation({
    mutationFn: (statement: Required<Statement>) => admin.suspend(user.id, statement),
    onSuccess: ({ suspendedAt }, suspension) => update({ suspendedAt, suspension }),
  });
  const restoring = useMutation({
    mutationFn: () => admin.restore(user.id),
    onSuccess: () => update({ suspendedAt: null, suspension: null }),
  });
  const ending = useMutation({ mutationFn: () => admin.endSessions(user.id) });
  /** Removes the message about the last change. */
  const reset = () => [suspending, restoring, ending].forEach((change) => change.reset());
  return { suspending, restoring, ending, reset };
}
