import { api } from './client';
import type { Language } from './types';

export const newsletter = {
  /** The response does not reveal whether the address is already subscribed. */
  subscribe: (email: string, locale: Language) => api.post('/api/newsletter/subscribe', { body: { email, locale } }),
  confirm: (token: string) => api.post('/api/newsletter/confirm', { body: { token } }),
  unsubscribe: (token: string) => api.post('/api/newsletter/unsubscribe', { body: { token } }),
};
