import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { purchases } from '../../api/purchases';
import { ApiError } from '../../api/api-error';
import type { Pattern, PaymentStarted } from '../../api/types';
import { useLanguage } from '../../lib/language-path';
import type { Refusal } from './refusal';

export type Confirmation = { kind: 'paid' } | { kind: 'redirect'; url: string } | { kind: 'refused'; refusal: Refusal };

export interface Order {
  email: string;
  consent: boolean;
  country: string;
}

type Confirm = (payment: PaymentStarted, returnUrl: string) => Promise<Confirmation>;

const PRICE_CHANGED = 'checkout:refused.priceChanged';

/**
 * One order at a time: a second click while one is under way does nothing, and a retry meets the same open
 * purchase, because the shop answers an open payment of the same buyer and pattern with itself.
 * @param earlierProblem words for a payment that failed before the form was opened
 */
export function useOrder(
  { id: patternId, price, currency }: Pick<Pattern, 'id' | 'price' | 'currency'>,
  earlierProblem: string | null,
) {
  const locale = useLanguage();
  const queries = useQueryClient();
  const [, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(earlierProblem ? { words: earlierProblem } : null);
  const [error, setError] = useState<Error | null>(null);
  const underWay = useRef(false);
  // A buyer who returns from the bank may get this page from the browser's back/forward cache, and orders again.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      underWay.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  const place = async (order: Order, confirm: Confirm) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setRefusal(null);
    setError(null);
    // Once paid, or on the way to the bank, this form is done: the second half of a double click must find it busy.
    let leaving = false;
    try {
      const payment = await purchases.start({
        pattern_id: patternId,
        buyer_email: order.email,
        consent: order.consent,
        locale,
        country: order.country,
      });
      const result = await settle(payment, confirm);
      if (result.kind === 'refused') setRefusal(result.refusal);
      leaving = result.kind !== 'refused';
      if (result.kind === 'redirect') window.location.assign(result.url);
      if (result.kind === 'paid') {
        void queries.invalidateQueries({ queryKey: ['mine', 'purchases'] });
        setParams({ purchase: payment.purchase_id }, { replace: true });
      }
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'ALREADY_OWNED')
        queries.setQueryData(['mine', 'owns', patternId], true);
      else setError(problem instanceof Error ? problem : new Error('Unknown problem'));
    } finally {
      underWay.current = leaving;
      setBusy(leaving);
    }
  };
  /** Nothing is charged that did not stand above the button: another price is shown first and ordered anew. */
  const settle = async (payment: PaymentStarted, confirm: Confirm): Promise<Confirmation> => {
    // Free, or paid for by an order whose answer was lost.
    if (!payment.client_secret) return { kind: 'paid' };
    if (payment.amount !== price || payment.currency !== currency) {
      await queries.invalidateQueries({ queryKey: ['pattern', patternId] });
      return { kind: 'refused', refusal: { words: PRICE_CHANGED } };
    }
    return confirm(payment, returnUrl(payment.purchase_id));
  };
  const priceChanged = refusal?.words === PRICE_CHANGED;
  return {
    place,
    busy,
    /** Why the card did not pay, where that belongs beside a field. */
    refusal: refusal?.field ? refusal : null,
    problem: priceChanged ? PRICE_CHANGED : error,
    failure: refusal && !refusal.field && !priceChanged ? refusal.words : null,
    tryAgain: () => setRefusal(null),
  };
}

/** Where the card provider sends the buyer back to after 3-D Secure. */
function returnUrl(purchaseId: string): string {
  return `${window.location.origin}${window.location.pathname}?purchase=${encodeURIComponent(purchaseId)}`;
}
