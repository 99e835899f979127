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
 * first. A guest's entry contains the input, so that a reload loses nothing.
 */
export function useWithdrawal() {
  const { user, isLoading } = useSession();
  const locale = useLanguage();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  // The cached list may contain a new order as unpaid.
  const list = useQuery({ ...myPurchases(locale), enabled: user !== null, refetchOnMount: 'always' });
  const orders = (list.data ?? []).filter(isOpen);
  const kept = useLocation().state as { draft?: Draft } | null;
  const [typed, setTyped] = useState<Partial<Draft>>(kept?.draft ?? {});
  // Only the link in a mail contains it.
  const proof = params.get('proof');
  const draft = { ...prefilled(user, orders, params.get('order') ?? ''), ...typed };
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
    // Neither a reload nor the back button may offer a recorded declaration for confirmation again.
    if (isSuccess && atStep) setParams(withoutStep, { replace: true });
  }, [isSuccess, atStep, setParams]);
  return {
    signedIn: user !== null,
    /** The link in the mail has expired; the declaration works without it. */
    linkExpired: user === null && isProofExpired(proof),
    /** The session or the list of orders is still loading; a list that fails to load does not block the form. */
    loading: isLoading || (user !== null && !list.isFetchedAfterMount),
    orders,
    /** False also when the list failed to load. */
    noneOpen: list.isSuccess && orders.length === 0,
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
    toStatement: () => setParams(withoutStep),
  };
}

const withoutStep = (params: URLSearchParams) => new URLSearchParams([...params].filter(([name]) => name !== 'step'));
const withStep = (params: URLSearchParams) => new URLSearchParams([...withoutStep(params), ['step', 'confirm']]);

/** The initial values. The picked order is the one in the URL, or the only one. */
function prefilled(user: User | null, orders: Purchase[], named: string): Draft {
  const only = orders.length === 1 ? orders[0] : undefined;
  const own = named ? orders.find(({ orderNumber }) => orderNumber === named) : only;
  return {
    picked: own?.orderNumber ?? (named || orders.length === 0 ? '' : null),
    typed: own ? '' : named,
    name: user ? [user.first_name, user.last_name].filter(Boolean).join(' ') || user.displayName : '',
    email: user?.email ?? '',
  };
}

function isOpen({ confirmation, refundRequestedAt }: Purchase): boolean {
  const { withdrawableUntil } = confirmation;
  return withdrawableUntil !== null && !refundRequestedAt && new Date(withdrawableUntil).getTime() > Date.now();
}
