import { ApiError } from './api-error';
import { api, type QueryOf } from './client';
import type { components } from './schema';
import { mine } from './session';
import { storeTokens } from './tokens';
import type { Language, Session } from './types';

type Schemas = components['schemas'];
export type PatternQuery = Omit<QueryOf<'/api/patterns'>, 'lang'>;
export type Registration = Schemas['RegisterForm'];

export const patterns = {
  list: (query: PatternQuery, lang: Language, signal?: AbortSignal) =>
    api.get('/api/patterns', { params: { query: { ...query, lang } }, signal, fallback: 'Failed to fetch patterns' }),
  get: (id: string, lang: Language, signal?: AbortSignal) =>
    api.get('/api/patterns/{id}', {
      params: { path: { id }, query: { lang } },
      signal,
      fallback: 'Failed to fetch pattern',
    }),
  recordView: (id: string, view: Schemas['ViewRecord']) =>
    mine.post('/api/patterns/{id}/view', { params: { path: { id } }, body: view }),
};

const loginFailed = 'Login failed';
const noLogin = 'Invalid login response format';

export const accounts = {
  signIn: (email: string, password: string) =>
    begin(api.post('/api/auth/login', { body: { email, password }, fallback: loginFailed }), noLogin),
  completeSignIn: (challenge: string, code: string) =>
    begin(api.post('/api/auth/login/second-factor', { body: { challenge, code }, fallback: loginFailed }), noLogin),
  register: (registration: Registration) =>
    begin(
      api.post('/api/auth/register', { body: registration, fallback: 'Registration failed' }),
      'Invalid registration response format',
    ),
  signOut: () => mine.post('/api/auth/logout'),
  profile: (signal?: AbortSignal) => mine.get('/api/auth/profile', { signal, fallback: 'Failed to refresh user data' }),
  chooseLanguage: (language: Language) => mine.put('/api/users/language', { body: { language, source: 'user' } }),
  resendVerification: () => mine.post('/api/auth/resend-verification'),
};

async function begin(answer: Promise<Session>, formatProblem: string): Promise<Session> {
  const session = await answer;
  if (!session?.accessToken || !session.user) throw new ApiError(500, 'INVALID_RESPONSE', formatProblem);
  storeTokens(session);
  return session;
}
