import { Skeleton } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { ConfirmStep } from '../../features/withdrawal/confirm-step';
import { Receipt } from '../../features/withdrawal/receipt';
import { StatementForm } from '../../features/withdrawal/statement-form';
import { useWithdrawal } from '../../features/withdrawal/use-withdrawal';
import styles from '../../features/withdrawal/withdrawal.module.css';
import { LocalLink } from '../../lib/language-path';
import { PageHead } from '../../ui/texts/page-head';

/** The withdrawal from a contract in two steps (§ 356a BGB), with or without an account. */
export function Page() {
  const { t } = useTranslation();
  const { signedIn, linkExpired, loading, draft, declaration, sending, atConfirm, ...withdrawal } = useWithdrawal();
  const { data: received, isPending, error } = sending;
  return (
    <div className="page prose">
      <PageHead title={t('withdrawal:title')} description={t('withdrawal:description')} />
      {received ? (
        <Receipt received={received} signedIn={signedIn} />
      ) : (
        <>
          <h1>{t('withdrawal:title')}</h1>
          <p className={styles.lead}>
            <Trans i18nKey="withdrawal:intro" components={{ notice: <LocalLink to="/widerruf" /> }} />
          </p>
          {linkExpired && (
            <div className={styles.expired} role="note">
              <h2>{t('withdrawal:expired.title')}</h2>
              <p>{t('withdrawal:expired.text')}</p>
            </div>
          )}
          <p className={styles.step}>{t('withdrawal:step', { step: atConfirm ? 2 : 1 })}</p>
          {loading && <Skeleton height={320} mt="md" />}
          {!loading && atConfirm && (
            <ConfirmStep
              declaration={declaration}
              busy={isPending}
              error={error}
              onConfirm={() => sending.mutate(declaration)}
              onBack={withdrawal.toForm}
            />
          )}
          {!loading && !atConfirm && (
            <StatementForm
              draft={draft}
              orders={withdrawal.orders}
              signedIn={signedIn}
              noWithdrawableOrder={withdrawal.noWithdrawableOrder}
              onChange={withdrawal.change}
              onNext={withdrawal.toConfirm}
            />
          )}
        </>
      )}
    </div>
  );
}
