import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { myPurchases } from '../../api/purchases';
import type { Purchase, User } from '../../api/types';
import { declareWithdrawal } from '../../api/withdrawal';
import { useLanguage } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { toContract, type Draft, isProofExpired } from './draft';

/**
 * The two steps of a withdrawal. The second step is an entry of the browser's history, so that the back button leads to the
 * first step. A guest's history entry contains the input, so that a reload keeps the input.
 */
export function useWithdrawal() {
  const { user, isLoading } = useSession();
  const locale = useLanguage();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  // A new order can still be unpaid in the cached list, so the list is always fetched again.
  const list = useQuery({ ...myPurchases(locale), enabled: user !== null, refetchOnMount: 'always' });
  const orders = (list.data ?? []).filter(isWithdrawable);
  const historyState = useLocation().state as { draft?: Draft } | null;
  const [typed, setTyped] = useState<Partial<Draft>>(historyState?.draft ?? {});
  // Proves that the user got the link by mail. Other links to this page contain no proof.
  const proof = params.get('proof');
  const draft = { ...initialDraft(user, orders, params.get('order') ?? ''), ...typed };
  const declaration = {
    name: draft.name.trim(),
    email: draft.email.trim(),
    order_number: toContract(draft, orders),
    locale,
    ...(proof && { proof }),
  };
  const sending = useMutation({
    mutationFn: declareWithdrawal,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['mine'] });
    },
  });
  const { isSuccess } = sending;
  const atStep = params.has('step');
  useEffect(() => {
    // A reload or the back button must not offer to confirm a recorded declaration again.
    if (isSuccess && atStep) setParams(withoutStep, { replace: true });
  }, [isSuccess, atStep, setParams]);
  return {
    signedIn: user !== null,
    /** The proof in the mailed link has expired. The user can still make the declaration, but without the proof. */
    linkExpired: user === null && isProofExpired(proof),
    /** The session or the list of orders is still loading. If the list fails to load, the form is shown without orders. */
    loading: isLoading || (user !== null && !list.isFetchedAfterMount),
    orders,
    /** No order of the user has a right of withdrawal. False if the list of orders failed to load. */
    noWithdrawableOrder: list.isSuccess && orders.length === 0,
    draft,
    declaration,
    sending,
    atConfirm: params.get('step') === 'confirm' && Object.keys(typed).length > 0,
    change: (change: Partial<Draft>) => setTyped((before) => ({ ...before, ...change })),
    toConfirm: () => {
      setTyped(draft);
      sending.reset();
      setParams(withStep, { state: user ? null : { draft } });
    },
    toForm: () => setParams(withoutStep),
  };
}

const withoutStep = (params: URLSearchParams) => new URLSearchParams([...params].filter(([name]) => name !== 'step'));
const withStep = (params: URLSearchParams) => new URLSearchParams([...withoutStep(params), ['step', 'confirm']]);

/**
 * The initial values. If the URL names an order, this order is selected. Otherwise the user's only order with a right of
 * withdrawal is selected.
 */
function initialDraft(user: User | null, orders: Purchase[], orderInUrl: string): Draft {
  const onlyOrder = orders.length === 1 ? orders[0] : undefined;
  const order = orderInUrl ? orders.find(({ orderNumber }) => orderNumber === orderInUrl) : onlyOrder;
  return {
    picked: order?.orderNumber ?? (orderInUrl || orders.length === 0 ? '' : null),
    typed: order ? '' : orderInUrl,
    name: user ? [user.first_name, user.last_name].filter(Boolean).join(' ') || user.displayName : '',
    email: user?.email ?? '',
  };
}

function isWithdrawable({ confirmation, refundRequestedAt }: Purchase): boolean {
  const { withdrawableUntil } = confirmation;
  return withdrawableUntil !== null && !refundRequestedAt && new Date(withdrawableUntil).getTime() > Date.now();
}
