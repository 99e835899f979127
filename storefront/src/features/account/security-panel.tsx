import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mySecondFactor, mySessions } from '../../api/security';
import { problemWords } from '../../lib/problem-words';
import { FormProblem } from '../../ui/form-problem';
import { SecondFactorSection } from './second-factor-section';
import styles from './security.module.css';
import { SessionList } from './session-list';

/** What keeps others out of the account: the second factor, and where the account is signed in. */
export function SecurityPanel() {
  const { t } = useTranslation();
  const factor = useQuery(mySecondFactor());
  const sessions = useQuery(mySessions());
  return (
    <div className={styles.panel}>
      <section aria-labelledby="second-factor" className={styles.section}>
        <h2 id="second-factor">{t('account:factor.title')}</h2>
        {factor.data ? <SecondFactorSection state={factor.data} /> : <Waiting query={factor} />}
      </section>
      <section aria-labelledby="sessions" className={styles.section}>
        <h2 id="sessions">{t('account:sessionList.title')}</h2>
        <p className="muted">{t('account:sessionList.intro')}</p>
        {sessions.data ? <SessionList sessions={sessions.data} /> : <Waiting query={sessions} />}
      </section>
    </div>
  );
}

interface WaitingProps {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
}

function Waiting({ query }: WaitingProps) {
  const { t } = useTranslation();
  if (!query.isError) return <Skeleton height={96} />;
  return (
    <>
      <FormProblem text={problemWords(t, query.error, t('account:security.loadFailed'))} />
      <Button variant="outline" onClick={() => query.refetch()}>
        {t('common:tryAgain')}
      </Button>
    </>
  );
}
