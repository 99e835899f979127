import { api, type QueryOf } from './client';
import type { components } from './schema';
import { mine } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type PatternQuery = Omit<QueryOf<'/api/patterns'>, 'lang'>;

export const patterns = {
  list: (query: PatternQuery, lang: Language, signal?: AbortSignal) =>
    api.get('/api/patterns', { params: { query: { ...query, lang } }, signal, fallback: 'Failed to fetch patterns' }),
  get: (id: string, lang: Language, signal?: AbortSignal) =>
    api.get('/api/patterns/{id}', {
      params: { path: { id }, query: { lang } },
      signal,
      fallback: 'Failed to fetch pattern',
    }),
  owns: (id: string, signal?: AbortSignal) =>
    mine.get('/api/users/patterns/{id}/access', { params: { path: { id } }, signal }).then(
      (data) => data.hasAccess,
      () => false,
    ),
  recordView: (id: string, view: Schemas['ViewRecord']) =>
    mine.post('/api/patterns/{id}/view', { params: { path: { id } }, body: view }),
};

export const accounts = {
  signOut: () => mine.post('/api/auth/logout'),
  profile: (signal?: AbortSignal) => mine.get('/api/auth/profile', { signal, fallback: 'Failed to refresh user data' }),
  chooseLanguage: (language: Language) => mine.put('/api/users/language', { body: { language, source: 'user' } }),
  resendVerification: () => mine.post('/api/auth/resend-verification'),
};
