import { call } from './client';
import type { Language } from './types';

export const newsletter = {
  /** The answer is the same for every address. */
  subscribe: (email: string, locale: Language) =>
    call('/api/newsletter/subscribe', { method: 'POST', body: { email, locale } }),
  confirm: (token: string) => call('/api/newsletter/confirm', { method: 'POST', body: { token } }),
  unsubscribe: (token: string) => call('/api/newsletter/unsubscribe', { method: 'POST', body: { token } }),
};
