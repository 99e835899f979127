import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { purchases } from '../../api/purchases';
import { ApiError } from '../../api/api-error';
import type { Pattern, PaymentStarted } from '../../api/types';
import { useLanguage } from '../../lib/language-path';
import type { PaymentResult } from './payment-result';
import type { Refusal } from './refusal';

export interface Order {
  email: string;
  consent: boolean;
  country: string;
}

type Confirm = (payment: PaymentStarted, returnUrl: string) => Promise<PaymentResult>;
type OrderedPattern = Pick<Pattern, 'id' | 'price' | 'currency'>;

const PRICE_CHANGED = 'checkout:refused.priceChanged';

/**
 * Sends one order at a time: a second click during an order has no effect. A retry continues the same pending purchase,
 * because the server keeps one per buyer and pattern.
 * @param earlierProblem the message key for a payment that failed before the form was opened
 */
export function useOrder(pattern: OrderedPattern, earlierProblem: string | null) {
  const locale = useLanguage();
  const queries = useQueryClient();
  const [, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(earlierProblem ? { message: earlierProblem } : null);
  const [error, setError] = useState<Error | null>(null);
  const inProgress = useRef(false);
  useReturnFromBank(inProgress, setBusy);

  const send = async ({ email, consent, country }: Order, confirm: Confirm) => {
    if (inProgress.current) return;
    inProgress.current = true;
    setBusy(true);
    setRefusal(null);
    setError(null);
    // The form stays busy after a payment and during the redirect to the bank, so that a second click cannot order again.
    let leaving = false;
    try {
      const order = { pattern_id: pattern.id, buyer_email: email, consent, locale, country };
      const payment = await purchases.start(order);
      const result = await pay(queries, pattern, payment, confirm);
      if (result.kind === 'refused') setRefusal(result.refusal);
      leaving = result.kind !== 'refused';
      if (result.kind === 'redirect') window.location.assign(result.url);
      if (result.kind === 'paid') {
        void queries.invalidateQueries({ queryKey: ['mine', 'purchases'] });
        setParams({ purchase: payment.purchase_id }, { replace: true });
      }
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'ALREADY_OWNED')
        queries.setQueryData(['mine', 'owns', pattern.id], true);
      else setError(problem instanceof Error ? problem : new Error('Unknown problem'));
    } finally {
      inProgress.current = leaving;
      setBusy(leaving);
    }
  };
  const priceChanged = refusal?.message === PRICE_CHANGED;
  return {
    send,
    busy,
    /** The refusal of the card, if it belongs to a field. */
    refusal: refusal?.field ? refusal : null,
    problem: priceChanged ? PRICE_CHANGED : error,
    failure: refusal && !refusal.field && !priceChanged ? refusal.message : null,
    tryAgain: () => setRefusal(null),
  };
}

/** Confirms the payment. If the price has changed, shows the new price instead, and the buyer has to order again. */
async function pay(
  queries: QueryClient,
  { id, price, currency }: OrderedPattern,
  payment: PaymentStarted,
  confirm: Confirm,
): Promise<PaymentResult> {
  // The pattern is free, or an earlier order, whose response was lost, has already paid for it.
  if (!payment.client_secret) return { kind: 'paid' };
  if (payment.amount !== price || payment.currency !== currency) {
    await queries.invalidateQueries({ queryKey: ['pattern', id] });
    return { kind: 'refused', refusal: { message: PRICE_CHANGED } };
  }
  return confirm(payment, returnUrl(payment.purchase_id));
}

/** The URL to which Stripe sends the buyer back after 3-D Secure. */
function returnUrl(purchaseId: string): string {
  return `${window.location.origin}${window.location.pathname}?purchase=${encodeURIComponent(purchaseId)}`;
}

/** Enables the form again when the buyer returns from the bank to a page from the browser's back/forward cache. */
function useReturnFromBank(inProgress: RefObject<boolean>, setBusy: (busy: boolean) => void): void {
  useEffect(() => {
    const enableAgain = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      inProgress.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', enableAgain);
    return () => window.removeEventListener('pageshow', enableAgain);
  }, [inProgress, setBusy]);
}
