import { api } from './client';

/*
 * The types reject each of these requests. The stage `types` fails at every line below that compiles, because its
 * "@ts-expect-error" is then unused. No file imports this one.
 */
const id = '01a1ffb1-0cb6-76e5-a85f-3c3f15ab0000';

export const refused = [
  // @ts-expect-error -- no such path
  () => api.get('/api/pattern'),
  // @ts-expect-error -- no such method at this path
  () => api.delete('/api/patterns'),
  // @ts-expect-error -- a wrong name besides a right one
  () => api.get('/api/patterns', { params: { query: { lang: 'de', serch: 'skirt' } } }),
  // @ts-expect-error -- no such value
  () => api.get('/api/patterns', { params: { query: { sort: 'cheapest' } } }),
  // @ts-expect-error -- a query parameter that does not exist
  () => api.get('/api/patterns', { query: { lang: 'de' } }),
  // @ts-expect-error -- the id is missing
  () => api.get('/api/patterns/{id}'),
  // @ts-expect-error -- another name than the path parameter's
  () => api.get('/api/patterns/{id}', { params: { path: { id, patternId: id } } }),
  // @ts-expect-error -- a form without its body
  () => api.post('/api/newsletter/subscribe'),
  // @ts-expect-error -- a field that the form does not have
  () => api.post('/api/newsletter/subscribe', { body: { email: 'lina@example.com', locale: 'de', name: 'Lina' } }),
  // @ts-expect-error -- a field of the wrong type
  () => api.post('/api/newsletter/subscribe', { body: { email: 5, locale: 'de' } }),
  // @ts-expect-error -- a body at an endpoint that takes none
  () => api.post('/api/auth/logout', { body: { token: id } }),
  // @ts-expect-error -- an option that no request has
  () => api.get('/api/designer', { fallbck: 'Failed' }),
  // @ts-expect-error -- a field that the response does not have
  async () => (await api.get('/api/patterns')).pattern,
  // @ts-expect-error -- a field of the wrong type
  async (): Promise<string> => (await api.get('/api/patterns')).total,
];
