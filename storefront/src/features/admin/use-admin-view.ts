import { withdrawalStates } from '../../api/admin';
import { useSearchParams } from 'react-router-dom';
import { atOnce } from '../../lib/at-once';

export const tabs = ['users', 'purchases', 'withdrawals'] as const;
export type AdminTab = (typeof tabs)[number];
export const statuses = ['pending', 'paid', 'refunded', 'cancelled'] as const;
/** Stands among the states: what support has to act on, whatever the purchase itself is. */
export const refundFailed = 'refund-failed';

export interface AdminView {
  tab: AdminTab;
  search: string;
  /** A role among the accounts, a state among the others; empty for all. */
  filter: string;
  page: number;
}

const filterName = { users: 'role', purchases: 'status', withdrawals: 'state' } as const;
const filters = {
  users: ['user', 'moderator', 'admin'],
  purchases: [...statuses, refundFailed],
  withdrawals: withdrawalStates,
} as const;

/** What of the administration is shown. The URL is the truth, so it can be kept and sent to a colleague. */
export function useAdminView() {
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const change = (next: Partial<AdminView>, replace = false) =>
    setParams((now) => writeView({ ...readView(now), page: 1, ...next }), { ...atOnce, replace });
  const to = (page: number) => `?${writeView({ ...view, page })}`;
  return { view, change, to };
}

export function readView(params: URLSearchParams): AdminView {
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'users';
  const wanted = params.get(filterName[tab]);
  const page = Number(params.get('page'));
  return {
    tab,
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    filter: [...filters[tab]].find((name) => name === wanted) ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

export function writeView({ tab, search, filter, page }: AdminView): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== 'users') params.set('tab', tab);
  if (search) params.set('search', search);
  if (filter && filterName[tab]) params.set(filterName[tab], filter);
  if (page > 1) params.set('page', String(page));
  return params;
}
