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
  /** Undefined for a free pattern. */
  country: string | undefined;
}

type Confirm = (payment: PaymentStarted, returnUrl: string) => Promise<PaymentResult>;
type OrderedPattern = Pick<Pattern, 'id' | 'price' | 'currency' | 'details'>;

const PRICE_CHANGED = 'checkout:refused.priceChanged';

/**
 * Sends one order at a time: a second click during an order has no effect. A retry continues the same pending purchase,
 * because the server keeps one pending purchase per buyer and pattern.
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
    // The form stays busy after a successful payment and during the redirect to the bank. Otherwise a second click would
    // order again.
    let staysBusy = false;
    try {
      const order = {
        pattern_id: pattern.id,
        buyer_email: email,
        consent,
        locale,
        country,
        licence: pattern.details.licence,
      };
      const payment = await purchases.start(order);
      const result = await pay(queries, pattern, payment, confirm);
      if (result.kind === 'refused') setRefusal(result.refusal);
      staysBusy = result.kind !== 'refused';
      if (result.kind === 'redirect') window.location.assign(result.url);
      if (result.kind === 'paid') {
        void queries.invalidateQueries({ queryKey: ['mine', 'purchases'] });
        setParams({ purchase: payment.purchase_id }, { replace: true });
      }
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'ALREADY_OWNED')
        queries.setQueryData(['mine', 'owns', pattern.id], true);
      else {
        // After this refetch the form shows the new licence, and the buyer has to order again.
        if (problem instanceof ApiError && problem.code === 'LICENCE_CHANGED')
          await queries.invalidateQueries({ queryKey: ['pattern', pattern.id] });
        setError(problem instanceof Error ? problem : new Error('Unknown problem'));
      }
    } finally {
      inProgress.current = staysBusy;
      setBusy(staysBusy);
    }
  };
  const priceChanged = refusal?.message === PRICE_CHANGED;
  return {
    send,
    busy,
    /** The refusal, if a card field shows its message; otherwise null. */
    refusal: refusal?.field ? refusal : null,
    /** The error or message key that the form shows. */
    problem: priceChanged ? PRICE_CHANGED : error,
    /** The message key of a failed payment, which replaces the form. */
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
  // There is nothing to pay: the pattern is free, or the response to an earlier, paid order was lost.
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

/** Enables the form again when the buyer goes back from the bank and the browser restores this page from its cache. */
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
