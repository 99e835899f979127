import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mySessions, sessions as calls, type SessionView } from '../../api/security';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/forms/form-problem';
import { FormNote } from './form-note';
import styles from './security.module.css';

interface SessionListProps {
  sessions: SessionView[];
  /** The button is about to go, and the focus with it. */
  onEnded: () => void;
}

/** Where the account is signed in; each sign-in but this one can be ended. */
export function SessionList({ sessions, onEnded }: SessionListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: (id: string | null) => (id ? calls.end(id) : calls.endOthers()),
    onSuccess: onEnded,
    onSettled: () => queries.invalidateQueries({ queryKey: mySessions().queryKey }),
  });
  const nameOf = ({ browser, os }: SessionView) => {
    if (browser && os) return t('account:sessionList.device', { browser, os });
    return browser ?? os ?? t('account:sessionList.unknown');
  };
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>{' '}
              {session.current && <span className={styles.tag}>{t('account:sessionList.current')}</span>}
              <span className={styles.when}>
                {t('account:sessionList.used', { date: formatMoment(session.last_used_at, language) })}
              </span>
              <span className={styles.when}>
                {t('account:sessionList.since', { date: formatMoment(session.created_at, language) })}
              </span>
            </div>
            {!session.current && (
              <Button
                variant="outline"
                loading={ending.isPending && ending.variables === session.id}
                aria-label={t('account:sessionList.endOne', {
                  device: nameOf(session),
                  date: formatMoment(session.created_at, language),
                })}
                onClick={() => ending.mutate(session.id)}
              >
                {t('account:sessionList.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending.isError && <FormProblem text={problemWords(t, ending.error, t('account:sessionList.failed'))} />}
      <div className={styles.actions}>
        {others.length > 0 && (
          <Button
            variant="outline"
            loading={ending.isPending && ending.variables === null}
            onClick={() => ending.mutate(null)}
          >
            {t('account:sessionList.endOthers')}
          </Button>
        )}
        <FormNote text={ending.isSuccess ? t('account:sessionList.ended') : undefined} />
      </div>
    </>
  );
}
