import { api } from './client';

/*
 * Each request below has a type error. If a request compiles, its "@ts-expect-error" is unused, and the stage `types` fails.
 * No file imports this file.
 */
const id = '01a1ffb1-0cb6-76e5-a85f-3c3f15ab0000';

export const refused = [
  // @ts-expect-error -- a path that does not exist
  () => api.get('/api/pattern'),
  // @ts-expect-error -- a method that the path does not have
  () => api.delete('/api/patterns'),
  // @ts-expect-error -- an unknown query parameter next to a known one
  () => api.get('/api/patterns', { params: { query: { lang: 'de', serch: 'skirt' } } }),
  // @ts-expect-error -- a value that the parameter does not allow
  () => api.get('/api/patterns', { params: { query: { sort: 'cheapest' } } }),
  // @ts-expect-error -- query parameters outside `params`
  () => api.get('/api/patterns', { query: { lang: 'de' } }),
  // @ts-expect-error -- a missing path parameter
  () => api.get('/api/patterns/{id}'),
  // @ts-expect-error -- an unknown path parameter next to the right one
  () => api.get('/api/patterns/{id}', { params: { path: { id, patternId: id } } }),
  // @ts-expect-error -- a missing body
  () => api.post('/api/newsletter/subscribe'),
  // @ts-expect-error -- an unknown field in the body
  () => api.post('/api/newsletter/subscribe', { body: { email: 'lina@example.com', locale: 'de', name: 'Lina' } }),
  // @ts-expect-error -- a field of the wrong type in the body
  () => api.post('/api/newsletter/subscribe', { body: { email: 5, locale: 'de' } }),
  // @ts-expect-error -- a body for an endpoint that has no body
  () => api.post('/api/auth/logout', { body: { token: id } }),
  // @ts-expect-error -- an unknown option
  () => api.get('/api/designer', { fallbck: 'Failed' }),
  // @ts-expect-error -- an unknown field of the response
  async () => (await api.get('/api/patterns')).pattern,
  // @ts-expect-error -- a wrong type for a field of the response
  async (): Promise<string> => (await api.get('/api/patterns')).total,
];
