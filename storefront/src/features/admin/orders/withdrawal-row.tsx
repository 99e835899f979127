import { useTranslation } from 'react-i18next';
import type { AdminWithdrawal } from '../../../api/admin';
import { formatLegalMoment } from '../../../lib/format-date';
import { LocalLink, useLanguage } from '../../../lib/language-path';
import { REFUND_CHECK_DAYS } from '../../../lib/shop-rules';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { useRowDetails } from '../use-row-details';
import { DecisionForm } from './decision-form';
import { WithdrawalOutcome } from './withdrawal-outcome';

interface WithdrawalRowProps {
  withdrawal: AdminWithdrawal;
  onDecided: (reference: string) => void;
}

export function WithdrawalRow({ withdrawal, onDecided }: WithdrawalRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useRowDetails();
  const { reference, name, email, restricted } = withdrawal;
  const cell = (column: string) => ({ 'data-label': t(`admin:withdrawals.column.${column}`) });
  const undecided = withdrawal.outcome === 'review' && !withdrawal.decision;
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.who}>
          <strong className={styles.whole}>{reference}</strong>
          <span className="muted small">{formatLegalMoment(withdrawal.receivedAt, language)}</span>
        </th>
        <td {...cell('person')} className={styles.address}>
          <div>
            {name || t('admin:withdrawals.erased')}
            {email && (
              <>
                <br />
                <a href={`mailto:${email}`}>{email}</a>
              </>
            )}
            {restricted && undecided && <p className="muted small">{t('admin:withdrawals.restricted')}</p>}
          </div>
        </td>
        <td {...cell('contract')} className={styles.address}>
          <Contract withdrawal={withdrawal} />
        </td>
        <td {...cell('outcome')}>
          <div>
            <WithdrawalOutcome withdrawal={withdrawal} />
            {withdrawal.repeats.map((repeat) => (
              <p key={repeat} className="small">
                {t(`admin:withdrawals.repeat.${repeat}`, { days: REFUND_CHECK_DAYS })}
              </p>
            ))}
            {undecided && (
              <Button {...details.button} aria-label={t('admin:withdrawals.decide.of', { reference })}>
                {t('admin:withdrawals.decide.open')}
              </Button>
            )}
          </div>
        </td>
      </tr>
      <tr {...details.row} hidden={!details.open || !undecided}>
        <td colSpan={4}>
          {details.open && undecided && <DecisionForm withdrawal={withdrawal} onDecided={() => onDecided(reference)} />}
        </td>
      </tr>
    </tbody>
  );
}

/** The contract as the consumer named it, and the orders that the shop has found for this contract. */
function Contract({ withdrawal: { contract, orders } }: { withdrawal: AdminWithdrawal }) {
  const { t } = useTranslation();
  return (
    <div>
      {contract}
      {orders.map(({ purchaseId, orderNumber, status, refundRequested }) => (
        <p key={purchaseId} className="small">
          <LocalLink to={`/admin?tab=purchases&search=${encodeURIComponent(orderNumber)}`}>{orderNumber}</LocalLink>{' '}
          {status === 'paid' && refundRequested ? t('admin:withdrawals.outcome.refund') : t(`admin:status.${status}`)}
        </p>
      ))}
    </div>
  );
}
