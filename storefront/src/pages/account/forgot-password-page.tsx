import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from '../../features/account/account.module.css';
import { ForgotForm } from '../../features/account/forgot-form';
import { LocalLink, useLocalPath } from '../../lib/language-path';
import { EmptyState } from '../../ui/texts/empty-state';
import { PageHead } from '../../ui/texts/page-head';

/** Requests a reset link. The response is the same for every address, so that it does not reveal who has an account. */
export function Page() {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  return (
    <div className="page column">
      <PageHead title={t('auth:forgot.title')} noindex />
      {sent ? (
        <Sent again={() => setSent(false)} />
      ) : (
        <>
          <h1>{t('auth:forgot.title')}</h1>
          <p className={styles.intro}>{t('auth:forgot.text')}</p>
          <ForgotForm onSent={() => setSent(true)} />
          <LocalLink to="/login" className={styles.back}>
            {t('auth:forgot.back')}
          </LocalLink>
        </>
      )}
    </div>
  );
}

function Sent({ again }: { again: () => void }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <EmptyState
      drawing="envelope"
      heading="h1"
      live
      title={t('auth:forgot.sentTitle')}
      text={
        <>
          {t('auth:forgot.sent')}
          <br />
          {t('auth:forgot.sentHint')}
        </>
      }
    >
      <Button component={Link} to={local('/login')}>
        {t('auth:forgot.back')}
      </Button>
      <Button variant="outline" onClick={again}>
        {t('auth:forgot.again')}
      </Button>
    </EmptyState>
  );
}
