import { bookFormats, placeStates, withdrawalStates } from '../../api/admin';
import { useSearchParams } from 'react-router-dom';
import { viewStateNavigation } from '../../lib/view-state-navigation';
import { toPageNumber } from '../../lib/paging/page-number';

export const tabs = ['users', 'purchases', 'withdrawals', 'books', 'tax'] as const;
export type AdminTab = (typeof tabs)[number];
export const statuses = ['pending', 'paid', 'refunded', 'cancelled'] as const;
/** The filter for purchases whose refund has failed. It is offered below the filters by status. */
export const refundFailed = 'refund-failed';

interface AdminView {
  tab: AdminTab;
  search: string;
  /** The role of the listed accounts, the state of the listed entries, or the format of the books. Empty: no filter. */
  filter: string;
  page: number;
}

const filterName = { users: 'role', purchases: 'status', withdrawals: 'state', books: 'format', tax: 'state' } as const;
const filters = {
  users: ['user', 'moderator', 'admin'],
  purchases: [...statuses, refundFailed],
  withdrawals: withdrawalStates,
  books: bookFormats,
  tax: placeStates,
} as const;

/** The tab, search, filter and page of the administration. They are in the URL, so that the link can be shared. */
export function useAdminView() {
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const change = (next: Partial<AdminView>, replace = false) =>
    setParams((now) => writeView({ ...readView(now), page: 1, ...next }), { ...viewStateNavigation, replace });
  const to = (page: number) => `?${writeView({ ...view, page })}`;
  return { view, change, to };
}

export function readView(params: URLSearchParams): AdminView {
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'users';
  const requested = params.get(filterName[tab]);
  return {
    tab,
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    filter: [...filters[tab]].find((name) => name === requested) ?? '',
    page: toPageNumber(params.get('page')),
  };
}

export function writeView({ tab, search, filter, page }: AdminView): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== 'users') params.set('tab', tab);
  if (search) params.set('search', search);
  if (filter) params.set(filterName[tab], filter);
  if (page > 1) params.set('page', String(page));
  return params;
}
