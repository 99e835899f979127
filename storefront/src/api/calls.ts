import { guestKey } from '../lib/guest-key';
import { ApiError, call } from './client';
import { readAccessToken, storeTokens } from './tokens';
import type {
  Access,
  DownloadLink,
  Language,
  Pattern,
  PatternPage,
  PaymentStarted,
  Purchase,
  RecentDownload,
  Session,
  User,
} from './types';

export interface PatternQuery {
  search?: string;
  category?: string;
  sort?: string;
  page?: number;
  limit?: number;
}

export interface Registration {
  email: string;
  password: string;
  username: string;
  name: string;
  first_name?: string;
  last_name?: string;
  language: Language;
}

export const patterns = {
  list: (query: PatternQuery, lang: Language, signal?: AbortSignal) =>
    call<PatternPage>('/api/patterns', { query: { ...query, lang }, signal, fallback: 'Failed to fetch patterns' }),
  get: (id: string, lang: Language, signal?: AbortSignal) =>
    call<Pattern>(`/api/patterns/${encodeURIComponent(id)}`, {
      query: { lang },
      signal,
      fallback: 'Failed to fetch pattern',
    }),
  recordView: (id: string, view: { session_id: string; referrer?: string }) =>
    call(`/api/patterns/${encodeURIComponent(id)}/view`, { method: 'POST', body: view, bearer: true }),
};

export const accounts = {
  signIn: (email: string, password: string) =>
    begin('/api/auth/login', { email, password }, 'Invalid login response format', 'Login failed'),
  completeSignIn: (challenge: string, code: string) =>
    begin('/api/auth/login/second-factor', { challenge, code }, 'Invalid login response format', 'Login failed'),
  register: (registration: Registration) =>
    begin('/api/auth/register', registration, 'Invalid registration response format', 'Registration failed'),
  signOut: () => call('/api/auth/logout', { method: 'POST', bearer: true }),
  profile: (signal?: AbortSignal) =>
    call<User>('/api/auth/profile', { bearer: true, signal, fallback: 'Failed to refresh user data' }),
  chooseLanguage: (language: Language) =>
    call<{ language: Language }>('/api/users/language', {
      method: 'PUT',
      body: { language, source: 'user' },
      bearer: true,
    }),
  resendVerification: () => call('/api/auth/resend-verification', { method: 'POST', bearer: true }),
};

export const purchases = {
  start: (order: { pattern_id: string; buyer_email: string; consent: boolean; locale: Language; country: string }) =>
    call<PaymentStarted>('/api/payments/create', {
      method: 'POST',
      // Only a guest is known by the browser.
      body: readAccessToken() ? order : { ...order, guest_key: guestKey() },
      bearer: true,
      fallback: 'Failed to create payment',
    }),
  list: (lang: Language, signal?: AbortSignal) =>
    call<{ purchases: Purchase[] }>('/api/users/purchases', { query: { lang }, bearer: true, signal }).then(
      (data) => data.purchases,
    ),
  owns: (patternId: string, signal?: AbortSignal) =>
    call<{ hasAccess: boolean }>(`/api/users/patterns/${encodeURIComponent(patternId)}/access`, {
      bearer: true,
      signal,
    }).then(
      (data) => data.hasAccess,
      () => false,
    ),
  /** The same as `access`, for an owner who does not know the token. */
  download: (purchaseId: string, lang: Language) =>
    call<Access>(`/api/users/purchases/${encodeURIComponent(purchaseId)}/download`, { query: { lang }, bearer: true }),
  access: (purchaseIdOrToken: string, lang: Language, signal?: AbortSignal) =>
    call<Access>(`/api/downloads/${encodeURIComponent(purchaseIdOrToken)}`, { query: { lang }, bearer: true, signal }),
  link: (token: string, file?: string) =>
    call<DownloadLink>('/api/downloads/secure', { method: 'POST', body: { token, file }, bearer: true }),
  recentDownloads: (limit: number, lang: Language, signal?: AbortSignal) =>
    call<{ downloads: RecentDownload[] }>('/api/users/downloads/recent', {
      query: { limit, lang },
      bearer: true,
      signal,
    }).then((data) => data.downloads),
};

async function begin(path: string, body: object, formatProblem: string, fallback: string): Promise<Session> {
  const session = await call<Session | null>(path, { method: 'POST', body, envelopeOr: formatProblem, fallback });
  if (!session?.accessToken || !session.user) throw new ApiError(500, 'INVALID_RESPONSE', formatProblem);
  storeTokens(session);
  return session;
}
