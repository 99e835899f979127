import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mySessions, sessions as sessionsApi, type SessionView } from '../../api/security';
import { formatMoment } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { FormProblem } from '../../ui/forms/form-problem';
import { FormNote } from './form-note';
import styles from './security.module.css';

interface SessionListProps {
  sessions: SessionView[];
  /** Called before the focused button disappears, so that the parent can move the focus. */
  onEnded: () => void;
}

/** The sessions of the account. The user can end each of them except the current one. */
export function SessionList({ sessions, onEnded }: SessionListProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const ending = useMutation({
    /** @param id the session to end; null ends all sessions except the current one */
    mutationFn: (id: string | null) => (id ? sessionsApi.end(id) : sessionsApi.endOthers()),
    onSuccess: onEnded,
    onSettled: () => queries.invalidateQueries({ queryKey: mySessions().queryKey }),
  });
  const isEnding = (id: string | null) => ending.isPending && ending.variables === id;
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            ending={isEnding(session.id)}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {ending.isError && <FormProblem text={errorMessage(t, ending.error, t('account:sessionList.failed'))} />}
      <div className={styles.actions}>
        {sessions.some(({ current }) => !current) && (
          <Button variant="outline" loading={isEnding(null)} onClick={() => ending.mutate(null)}>
            {t('account:sessionList.endOthers')}
          </Button>
        )}
        <FormNote text={ending.isSuccess ? t('account:sessionList.ended') : undefined} />
      </div>
    </>
  );
}

interface SessionProps {
  session: SessionView;
  ending: boolean;
  onEnd: () => void;
}

function Session({
  session: { browser, os, current, last_used_at: lastUsedAt, created_at: createdAt },
  ending,
  onEnd,
}: SessionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const deviceName = browser && os ? t('account:sessionList.device', { browser, os }) : (browser ?? os);
  const device = deviceName ?? t('account:sessionList.unknown');
  const startedAt = formatMoment(createdAt, language);
  return (
    <li>
      <div>
        <strong>{device}</strong> {current && <span className={styles.tag}>{t('account:sessionList.current')}</span>}
        <span className={styles.when}>
          {t('account:sessionList.used', { date: formatMoment(lastUsedAt, language) })}
        </span>
        <span className={styles.when}>{t('account:sessionList.since', { date: startedAt })}</span>
      </div>
      {!current && (
        <Button
          variant="outline"
          loading={ending}
          aria-label={t('account:sessionList.endOne', { device, date: startedAt })}
          onClick={onEnd}
        >
          {t('account:sessionList.end')}
        </Button>
      )}
    </li>
  );
}
