import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { createApi, type QueryOf } from './client';
import type { components } from './schema';
import { session } from './session';
import { readAccessToken } from './tokens';
import type { User } from './types';

type Schemas = components['schemas'];
export type Dashboard = Schemas['Dashboard'];
export type ListedUser = Schemas['ListedUser'];
export type UserPage = Schemas['UserPage'];
export type AdminPurchase = Schemas['AdminPurchase'];
export type AdminPurchasePage = Schemas['AdminPurchasePage'];
export type Role = User['role'];

export const roles: readonly Role[] = ['user', 'moderator', 'admin'];

/** Requests of staff members. Without an access token they fail before they are sent, because all need an account. */
export const staff = createApi(
  {
    onRequest: () => {
      if (!readAccessToken()) throw new ApiError(401, 'NO_TOKEN', 'No authentication token');
    },
  },
  session,
);

export const admin = {
  changeRole: (id: string, role: Role) =>
    staff.put('/api/admin/users/{id}/role', { params: { path: { id } }, body: { role } }),
  suspend: (userId: string, reason: string) =>
    staff.post('/api/admin/users/{userId}/suspend', { params: { path: { userId } }, body: { reason } }),
  restore: (userId: string) => staff.post('/api/admin/users/{userId}/restore', { params: { path: { userId } } }),
  endSessions: (userId: string) =>
    staff.post('/api/admin/users/{userId}/end-sessions', { params: { path: { userId } } }),
  refund: (id: string, reason: string) =>
    staff.post('/api/admin/purchases/{id}/refund', { params: { path: { id } }, body: reason ? { reason } : {} }),
};

export const adminDashboard = () =>
  queryOptions({
    queryKey: ['mine', 'admin', 'dashboard'],
    queryFn: ({ signal }) => staff.get('/api/admin/dashboard', { signal }),
    staleTime: 0,
  });

export const adminUsers = (query: QueryOf<'/api/admin/users'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'users', query],
    queryFn: ({ signal }) => staff.get('/api/admin/users', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Polls while the card provider processes a refund. */
export const adminPurchases = (query: QueryOf<'/api/admin/purchases'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'purchases', query],
    queryFn: ({ signal }) => staff.get('/api/admin/purchases', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.purchases.some(({ refund }) => refund?.state === 'requested') ? 3000 : false,
  });

export const withdrawalStates = ['open', 'decided'] as const;
export const decisions = ['refunded', 'declined'] as const;
export type Decision = (typeof decisions)[number];

export type AdminWithdrawal = Schemas['AdminWithdrawal'];

export const decideWithdrawal = (id: string, decision: Decision, note: string) =>
  staff.post('/api/admin/withdrawals/{id}/decide', {
    params: { path: { id } },
    body: note ? { decision, note } : { decision },
  });

export const adminWithdrawals = (filters: QueryOf<'/api/admin/withdrawals'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'withdrawals', filters],
    queryFn: ({ signal }) => staff.get('/api/admin/withdrawals', { params: { query: filters }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
