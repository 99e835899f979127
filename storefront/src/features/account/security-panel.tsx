import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mySecondFactor, mySessions } from '../../api/security';
import { errorMessage } from '../../lib/errors/error-message';
import { RetryProblem } from '../../ui/forms/retry-problem';
import { FormNote } from './form-note';
import { SecondFactorSection } from './second-factor-section';
import styles from './security.module.css';
import { SessionList } from './session-list';

export function SecurityPanel() {
  const { t } = useTranslation();
  const factor = useQuery(mySecondFactor());
  const sessions = useQuery(mySessions());
  const factorHeading = useRef<HTMLHeadingElement>(null);
  const sessionsHeading = useRef<HTMLHeadingElement>(null);
  const [factorMessage, setFactorMessage] = useState<string>();
  const leaveFactorForm = (message?: string) => {
    setFactorMessage(message);
    factorHeading.current?.focus();
  };
  return (
    <div className={styles.panel}>
      <section aria-labelledby="second-factor" className={styles.section}>
        <h2 id="second-factor" ref={factorHeading} tabIndex={-1}>
          {t('account:factor.title')}
        </h2>
        {factor.data ? (
          <SecondFactorSection
            state={factor.data}
            onLeave={leaveFactorForm}
            onBegin={() => setFactorMessage(undefined)}
          />
        ) : (
          <LoadingOrProblem query={factor} />
        )}
        <FormNote text={factorMessage} />
      </section>
      <section aria-labelledby="sessions" className={styles.section}>
        <h2 id="sessions" ref={sessionsHeading} tabIndex={-1}>
          {t('account:sessionList.title')}
        </h2>
        <p className="muted">{t('account:sessionList.intro')}</p>
        {sessions.data ? (
          <SessionList sessions={sessions.data} onEnded={() => sessionsHeading.current?.focus()} />
        ) : (
          <LoadingOrProblem query={sessions} />
        )}
      </section>
    </div>
  );
}

interface LoadingOrProblemProps {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
}

function LoadingOrProblem({ query }: LoadingOrProblemProps) {
  const { t } = useTranslation();
  if (!query.isError) return <Skeleton height={96} />;
  return (
    <RetryProblem
      text={errorMessage(t, query.error, t('account:security.loadFailed'))}
      onRetry={() => query.refetch()}
    />
  );
}
