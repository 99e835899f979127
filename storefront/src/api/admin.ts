import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, call, type CallOptions } from './client';
import type { components } from './schema';
import { readAccessToken } from './tokens';
import type { Language, User } from './types';

type Schemas = components['schemas'];
export type Dashboard = Schemas['Dashboard'];
export type ListedUser = Schemas['ListedUser'];
export type UserPage = Schemas['UserPage'];
export type AdminPurchase = Schemas['AdminPurchase'];
export type AdminPurchasePage = Schemas['AdminPurchasePage'];
export type RefundState = Schemas['RefundState'];
export type Role = User['role'];

export const roles: readonly Role[] = ['user', 'moderator', 'admin'];

export interface UserFilters {
  search?: string;
  role?: string;
  page: number;
}

export interface PurchaseFilters {
  search?: string;
  status?: string;
  refund?: string;
  page: number;
  lang: Language;
}

/** Says what is missing before the server would: without a token there is nobody to ask for. */
export function asAdmin<T>(path: string, options: CallOptions = {}): Promise<T> {
  if (!readAccessToken()) throw new ApiError(401, 'NO_TOKEN', 'No authentication token');
  return call<T>(path, { ...options, bearer: true });
}

export const admin = {
  dashboard: (signal?: AbortSignal) => asAdmin<Dashboard>('/api/admin/dashboard', { signal }),
  users: (filters: UserFilters, signal?: AbortSignal) =>
    asAdmin<UserPage>('/api/admin/users', { query: { ...filters }, signal }),
  changeRole: async (id: string, role: Role) =>
    asAdmin<User>(`/api/admin/users/${encodeURIComponent(id)}/role`, { method: 'PUT', body: { role } }),
  /** What may be done to the access of an account. */
  suspend: async (id: string, reason: string) => access<SuspensionState>(id, 'suspend', { reason }),
  restore: async (id: string) => access<SuspensionState>(id, 'restore'),
  endSessions: async (id: string) => access<Schemas['SessionsEnded']>(id, 'end-sessions'),
  purchases: (filters: PurchaseFilters, signal?: AbortSignal) =>
    asAdmin<AdminPurchasePage>('/api/admin/purchases', { query: { ...filters }, signal }),
  refund: async (id: string, reason: string) =>
    asAdmin<RefundState>(`/api/admin/purchases/${encodeURIComponent(id)}/refund`, {
      method: 'POST',
      body: reason ? { reason } : {},
    }),
};

type SuspensionState = Schemas['SuspensionState'];

const access = <T>(id: string, what: string, body: object = {}) =>
  asAdmin<T>(`/api/admin/users/${encodeURIComponent(id)}/${what}`, { method: 'POST', body });

export const adminDashboard = () =>
  queryOptions({
    queryKey: ['mine', 'admin', 'dashboard'],
    queryFn: async ({ signal }) => admin.dashboard(signal),
    staleTime: 0,
  });

export const adminUsers = (filters: UserFilters) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'users', filters],
    queryFn: async ({ signal }) => admin.users(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Asks again while a refund is on its way to the card provider. */
export const adminPurchases = (filters: PurchaseFilters) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'purchases', filters],
    queryFn: async ({ signal }) => admin.purchases(filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.purchases.some(({ refund }) => refund?.state === 'requested') ? 3000 : false,
  });

export const withdrawalStates = ['open', 'decided'] as const;
export const decisions = ['refunded', 'declined'] as const;
export type Decision = (typeof decisions)[number];

export type AdminWithdrawal = Schemas['AdminWithdrawal'];
export type AdminWithdrawalPage = Schemas['AdminWithdrawalPage'];

export const decideWithdrawal = async (id: string, decision: Decision, note: string) =>
  asAdmin<{ id: string; decision: Decision; decidedAt: string }>(
    `/api/admin/withdrawals/${encodeURIComponent(id)}/decide`,
    { method: 'POST', body: note ? { decision, note } : { decision } },
  );

export const adminWithdrawals = (filters: { state?: string; page: number }) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'withdrawals', filters],
    queryFn: async ({ signal }) =>
      asAdmin<AdminWithdrawalPage>('/api/admin/withdrawals', { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
