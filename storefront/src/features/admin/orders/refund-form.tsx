import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { admin, type AdminPurchase, type AdminPurchasePage } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { ReasonField } from '../../../ui/forms/reason-field';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import styles from './purchase.module.css';

/**
 * Whether an administrator can request a refund: for a paid purchase, or after a refund has failed. A refund can fail even
 * after the purchase has become `refunded`.
 */
export function canRefund({ status, amountCents, refund }: AdminPurchase): boolean {
  if (amountCents === 0 || (status !== 'paid' && status !== 'refunded')) return false;
  return refund ? refund.state === 'failed' : status === 'paid';
}

/** Shows the state of the refund. The administrator requests a refund with a reason and a confirmation. */
export function RefundForm({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [confirming, setConfirming] = useState(false);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const refunding = useRefund(purchase);
  const amount = formatPrice(purchase.amountCents, purchase.currency);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(!reason.trim());
    if (reason.trim()) setConfirming(true);
    else field.current?.focus();
  };
  return (
    <div className={styles.refund}>
      <h2>{t('admin:refund.title')}</h2>
      <RefundState purchase={purchase} amount={amount} />
      {canRefund(purchase) && (
        <form onSubmit={submit}>
          <ReasonField
            ref={field}
            label={t('admin:refund.reason')}
            hint={t('admin:refund.reasonNote')}
            problem={missing && t('admin:refund.reasonMissing')}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
          {!confirming && (
            <Button type="submit" loading={refunding.isPending}>
              {t(purchase.refund ? 'admin:refund.again' : 'admin:refund.action', { amount })}
            </Button>
          )}
        </form>
      )}
      {confirming && (
        <Question
          question={t('admin:refund.ask', { amount, number: purchase.orderNumber })}
          yes={t('admin:refund.confirm')}
          onAnswer={(yes) => {
            setConfirming(false);
            if (yes) refunding.mutate(reason.trim());
            else field.current?.focus();
          }}
        />
      )}
      <ActionFailed title={t('admin:refund.failed')} error={refunding.error} />
    </div>
  );
}

function RefundState({ purchase: { refund }, amount }: { purchase: AdminPurchase; amount: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <output>
        {refund &&
          `${t(`admin:refund.told.${refund.state}`, { amount, when: formatMoment(refund.requestedAt, language) })} ${refund.failure ?? ''}`}
      </output>
      {refund?.reason && <p className="muted small">{t('admin:refund.because', { reason: refund.reason })}</p>}
      {refund && refund.cause !== 'admin' && <p className="muted small">{t(`admin:refund.cause.${refund.cause}`)}</p>}
    </>
  );
}

/** Requests the refund and adds it to the loaded list. Later responses tell whether Stripe has accepted the refund. */
function useRefund(purchase: AdminPurchase) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => admin.refund(purchase.id, reason),
    onSuccess: ({ state, requestedAt }, reason) => {
      const refund = {
        cause: 'admin' as const,
        state,
        reason,
        requestedAt: requestedAt ?? new Date().toISOString(),
        failure: null,
      };
      queries.setQueriesData<AdminPurchasePage>({ queryKey: ['mine', 'admin', 'purchases'] }, (page) => {
        if (!page) return page;
        return {
          ...page,
          purchases: page.purchases.map((listed) => (listed.id === purchase.id ? { ...listed, refund } : listed)),
        };
      });
      void queries.invalidateQueries({ queryKey: ['mine', 'admin', 'dashboard'] });
    },
  });
}
