import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import { ApiError, errorMiddleware } from './api-error';
import { apiOrigin, createApi, type QueryOf } from './client';
import type { components, paths } from './schema';
import type { Statement } from './moderation';
import { sessionMiddleware } from './session';
import { readAccessToken } from './tokens';
import type { Language, User } from './types';

type Schemas = components['schemas'];
export type Dashboard = Schemas['Dashboard'];
export type ListedUser = Schemas['ListedUser'];
export type UserPage = Schemas['UserPage'];
export type RefundForm = Schemas['RefundPurchase'];
export type AdminPurchase = Schemas['AdminPurchase'];
export type AdminPurchasePage = Schemas['AdminPurchasePage'];
export type Role = User['role'];

export const roles: readonly Role[] = ['user', 'moderator', 'admin'];

/** Requests of staff members. Without an access token a request fails before it is sent: the API would refuse it. */
export const staffApi = createApi(
  {
    onRequest: () => {
      if (!readAccessToken()) throw new ApiError(401, 'NO_TOKEN', 'No authentication token');
    },
  },
  sessionMiddleware,
);

export const admin = {
  changeRole: (id: string, role: Role) =>
    staffApi.put('/api/admin/users/{id}/role', { params: { path: { id } }, body: { role } }),
  suspend: (userId: string, body: Required<Statement>) =>
    staffApi.post('/api/admin/users/{userId}/suspend', { params: { path: { userId } }, body }),
  restore: (userId: string) => staffApi.post('/api/admin/users/{userId}/restore', { params: { path: { userId } } }),
  endSessions: (userId: string) =>
    staffApi.post('/api/admin/users/{userId}/end-sessions', { params: { path: { userId } } }),
  refund: (id: string, body: RefundForm) =>
    staffApi.post('/api/admin/purchases/{id}/refund', { params: { path: { id } }, body }),
};

export const adminDashboard = () =>
  queryOptions({
    queryKey: ['mine', 'admin', 'dashboard'],
    queryFn: ({ signal }) => staffApi.get('/api/admin/dashboard', { signal }),
    staleTime: 0,
  });

export const adminUsers = (query: QueryOf<'/api/admin/users'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'users', query],
    queryFn: ({ signal }) => staffApi.get('/api/admin/users', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Polls while the card provider processes a refund. */
export const adminPurchases = (query: QueryOf<'/api/admin/purchases'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'purchases', query],
    queryFn: ({ signal }) => staffApi.get('/api/admin/purchases', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.purchases.some(({ refunds }) => refunds.some(({ state: made }) => made === 'requested'))
        ? 3000
        : false,
  });

export const withdrawalStates = ['open', 'decided'] as const;
export const decisions = ['refunded', 'declined'] as const;
export type Decision = (typeof decisions)[number];

export type AdminWithdrawal = Schemas['AdminWithdrawal'];

export const decideWithdrawal = (id: string, decision: Decision, note: string) =>
  staffApi.post('/api/admin/withdrawals/{id}/decide', {
    params: { path: { id } },
    body: note ? { decision, note } : { decision },
  });

export const adminWithdrawals = (filters: QueryOf<'/api/admin/withdrawals'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'withdrawals', filters],
    queryFn: ({ signal }) => staffApi.get('/api/admin/withdrawals', { params: { query: filters }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export type TaxOverview = Schemas['TaxOverview'];
export type RateProposal = Schemas['RateProposal'];
export type PlaceReview = Schemas['PlaceReview'];

export const placeStates = ['open', 'document', 'decided'] as const;

export const tax = {
  proposeRate: (body: Schemas['ProposeRateForm']) => staffApi.post('/api/admin/tax/rates', { body }),
  confirmRate: (proposalId: string) =>
    staffApi.post('/api/admin/tax/rates/{proposalId}/confirm', { params: { path: { proposalId } } }),
  discardRate: (proposalId: string) =>
    staffApi.post('/api/admin/tax/rates/{proposalId}/discard', { params: { path: { proposalId } } }),
  decidePlace: (reviewId: string, body: Schemas['DecidePlaceForm']) =>
    staffApi.post('/api/admin/tax/places/{reviewId}/decide', { params: { path: { reviewId } }, body }),
};

export const taxOverview = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'tax', lang],
    queryFn: ({ signal }) => staffApi.get('/api/admin/tax', { params: { query: { lang } }, signal }),
    staleTime: 0,
  });

export const placeReviews = (query: QueryOf<'/api/admin/tax/places'>) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'tax', 'places', query],
    queryFn: ({ signal }) => staffApi.get('/api/admin/tax/places', { params: { query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type BooksQuery = QueryOf<'/api/admin/books'>;
export type BookFormat = NonNullable<BooksQuery['format']>;
export const bookFormats = ['journal', 'datev', 'oss'] as const satisfies readonly BookFormat[];

/** A client for files. It has no timeout, because the server generates a file during the transfer, which can be slow. */
const fileClient = createClient<paths>({
  fetch: (request) =>
    fetch(request).catch(() => {
      throw new ApiError(0, 'NETWORK_ERROR', 'Network error: Unable to connect to server');
    }),
});
fileClient.use(
  { onResponse: (options) => (options.response.ok ? undefined : errorMiddleware.onResponse!(options)) },
  sessionMiddleware,
);

/** @returns the file with the documents of a period, and its name */
export async function fetchBooks(query: BooksQuery): Promise<{ file: Blob; name: string }> {
  const { data, response } = await fileClient.GET('/api/admin/books', {
    params: { query },
    baseUrl: apiOrigin(),
    parseAs: 'blob',
  });
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { file: data as Blob, name: name ?? `${query.format}_${query.period}.csv` };
}
