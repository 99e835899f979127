import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { admin, type AdminPurchase, type AdminPurchasePage } from '../../../api/admin';
import { formatPrice } from '../../../lib/format';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import shared from '../admin.module.css';
import { adminProblem } from '../admin-problem';
import styles from './purchase.module.css';
import { Question } from '../question';

export function canRefund({ status, amountCents, refund }: AdminPurchase): boolean {
  if (amountCents === 0 || (status !== 'paid' && status !== 'refunded')) return false;
  return refund ? refund.state === 'failed' : status === 'paid';
}

/** Gives the money back: a reason for the records, a second look, then what became of it. */
export function RefundForm({ purchase }: { purchase: AdminPurchase }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = useId();
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const [tooShort, setTooShort] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const refunding = useRefund(purchase);
  const { refund } = purchase;
  const amount = formatPrice(purchase.amountCents, purchase.currency);
  return (
    <div className={styles.refund}>
      <h2>{t('admin:refund.title')}</h2>
      <output>
        {refund &&
          `${t(`admin:refund.told.${refund.state}`, { amount, when: formatMoment(refund.requestedAt, language) })} ${refund.failure ?? ''}`}
      </output>
      {refund?.reason && <p className="muted small">{t('admin:refund.because', { reason: refund.reason })}</p>}
      {refund && refund.cause !== 'admin' && <p className="muted small">{t(`admin:refund.cause.${refund.cause}`)}</p>}
      {canRefund(purchase) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setTooShort(!reason.trim());
            if (reason.trim()) setAsking(true);
            else box.current?.focus();
          }}
        >
          <label htmlFor={field}>{t('admin:refund.reason')}</label>
          <textarea
            ref={box}
            id={field}
            rows={2}
            maxLength={500}
            className={styles.text}
            value={reason}
            aria-invalid={tooShort}
            aria-describedby={`${field}-note`}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <p id={`${field}-note`} className={tooShort ? shared.problem : 'muted small'}>
            {tooShort ? t('admin:refund.reasonMissing') : t('admin:refund.reasonNote')}
          </p>
          {!asking && (
            <Button type="submit" loading={refunding.isPending}>
              {refund ? t('admin:refund.again', { amount }) : t('admin:refund.action', { amount })}
            </Button>
          )}
        </form>
      )}
      {asking && (
        <Question
          question={t('admin:refund.ask', { amount, number: purchase.orderNumber })}
          yes={t('admin:refund.confirm')}
          onAnswer={(yes) => {
            setAsking(false);
            if (yes) refunding.mutate(reason.trim());
            else box.current?.focus();
          }}
        />
      )}
      {refunding.isError && (
        <p role="alert" className={shared.problem}>
          <strong>{t('admin:refund.failed')}</strong> {adminProblem(t, refunding.error)}
        </p>
      )}
    </div>
  );
}

/** Shows the request at once where the reader is; whether the provider has taken it comes with the next answers. */
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
        return { ...page, purchases: page.purchases.map((one) => (one.id === purchase.id ? { ...one, refund } : one)) };
      });
      void queries.invalidateQueries({ queryKey: ['mine', 'admin', 'dashboard'] });
    },
  });
}
