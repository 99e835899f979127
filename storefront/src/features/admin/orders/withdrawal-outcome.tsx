import { useTranslation } from 'react-i18next';
import type { AdminWithdrawal } from '../../../api/admin';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import styles from '../admin.module.css';

/** The value of `data-state`, which decides the colour of the badge, for each outcome and each decision. */
const badgeStates = { refund: 'requested', review: 'failed', refunded: 'refunded', declined: 'cancelled' } as const;

/** The state of a withdrawal: its automatic outcome, or the decision of an administrator. */
export function WithdrawalOutcome({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { outcome, decision, decidedAt, decisionNote, orders, receiptSentAt, receiptLeftOut } = withdrawal;
  const refunded = outcome === 'refund' && orders.every(({ status }) => status === 'refunded');
  const state = decision ?? (refunded ? 'refunded' : outcome);
  return (
    <>
      <span className={styles.status} data-state={badgeStates[state]}>
        {t(`admin:withdrawals.outcome.${state}`)}
      </span>
      {decidedAt && (
        <p className="muted small">{t('admin:withdrawals.decided', { when: formatMoment(decidedAt, language) })}</p>
      )}
      {decisionNote && <p className="muted small">{t('admin:withdrawals.note', { note: decisionNote })}</p>}
      {receiptLeftOut && <p className="muted small">{t('admin:withdrawals.leftOut')}</p>}
      {!receiptLeftOut && !receiptSentAt && <p className="muted small">{t('admin:withdrawals.noReceipt')}</p>}
    </>
  );
}
