import { api, type QueryOf } from './client';
import type { components } from './schema';
import { sessionApi } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type PatternQuery = Omit<QueryOf<'/api/patterns'>, 'lang'>;

/** The requests for patterns. This file has only requests of the first screens, so that those screens load little code. */
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
    sessionApi.post('/api/patterns/{id}/view', { params: { path: { id } }, body: view }),
};

export const ownAccount = {
  signOut: () => sessionApi.post('/api/auth/logout'),
  profile: (signal?: AbortSignal) =>
    sessionApi.get('/api/auth/profile', { signal, fallback: 'Failed to refresh user data' }),
  chooseLanguage: (language: Language) => sessionApi.put('/api/users/language', { body: { language, source: 'user' } }),
  resendVerification: () => sessionApi.post('/api/auth/resend-verification'),
};
