import { TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPurchase } from '../../../api/admin';
import { focusFirstProblem } from '../../../lib/errors/focus-first-problem';
import { formatPrice } from '../../../lib/format';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import styles from './purchase.module.css';
import { amountLeft, formatAmount, parseAmount } from './refund-amount';
import { RefundList } from './refund-list';
import { useRefund } from './use-refund';

/** Whether something is left that an administrator can refund. A failed refund is requested again from its own entry. */
const canRefund = (purchase: AdminPurchase): boolean => purchase.status === 'paid' && amountLeft(purchase) > 0;

/** The refunds of a purchase, and the form that refunds all that is left or a part of it. */
export function Refunds({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  if (purchase.refunds.length === 0 && !canRefund(purchase)) return null;
  return (
    <div className={styles.refund}>
      <h2>{t('admin:refund.title')}</h2>
      <RefundList purchase={purchase} />
      {canRefund(purchase) && <RefundForm key={amountLeft(purchase)} purchase={purchase} />}
    </div>
  );
}

/** Refunds an amount with a reason, after a confirmation. The amount is at first all that is left. */
function RefundForm({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const left = amountLeft(purchase);
  const [amountText, setAmountText] = useState(formatAmount(left));
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const refunding = useRefund(purchase.id);
  const amountCents = parseAmount(amountText, left);
  const price = (cents: number) => formatPrice(cents, purchase.currency);
  const amount = price(amountCents ?? left);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (amountCents && reason.trim()) setConfirming(true);
    else focusFirstProblem();
  };
  return (
    <>
      <form noValidate onSubmit={submit}>
        <TextInput
          label={t('admin:refund.amount')}
          description={t('admin:refund.amountNote', { left: price(left) })}
          inputMode="decimal"
          value={amountText}
          onChange={(event) => setAmountText(event.currentTarget.value)}
          error={submitted && !amountCents && t('admin:refund.amountWrong', { left: price(left) })}
        />
        <ReasonField
          label={t('admin:refund.reason')}
          hint={t('admin:refund.reasonNote')}
          problem={submitted && !reason.trim() && t('admin:refund.reasonMissing')}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        {!confirming && (
          <Button type="submit" loading={refunding.isPending}>
            {t('admin:refund.action', { amount })}
          </Button>
        )}
      </form>
      {confirming && amountCents && (
        <Question
          question={t(amountCents === left ? 'admin:refund.ask' : 'admin:refund.askPart', {
            amount,
            number: purchase.orderNumber,
          })}
          yes={t('admin:refund.confirm')}
          onAnswer={(yes) => {
            setConfirming(false);
            const refundedCents = purchase.refundedCents + purchase.requestedCents;
            if (yes) refunding.mutate({ amountCents, refundedCents, reason: reason.trim() });
          }}
        />
      )}
      <ActionFailed title={t('admin:refund.failed')} error={refunding.error} />
    </>
  );
}
