import { queryOptions } from '@tanstack/react-query';
import type { components } from './schema';
import { sessionApi } from './session';

type Schemas = components['schemas'];
export type FactorSetUp = Schemas['FactorSetUp'];
export type SessionView = Schemas['SessionView'];

export const secondFactor = {
  setUp: (password: string) => sessionApi.post('/api/auth/second-factor/setup', { body: { password } }),
  confirm: (code: string) => sessionApi.post('/api/auth/second-factor/confirm', { body: { code } }),
  remove: (password: string, code: string) =>
    sessionApi.post('/api/auth/second-factor/remove', { body: { password, code } }),
  renewCodes: (password: string, code: string) =>
    sessionApi.post('/api/auth/second-factor/recovery-codes', { body: { password, code } }),
};

export const sessions = {
  end: (id: string) => sessionApi.delete('/api/auth/sessions/{id}', { params: { path: { id } } }),
  endOthers: () => sessionApi.post('/api/auth/sessions/end-others'),
};

export const mySecondFactor = () =>
  queryOptions({
    queryKey: ['mine', 'second-factor'],
    queryFn: ({ signal }) => sessionApi.get('/api/auth/second-factor', { signal }),
    staleTime: 0,
  });

export const mySessions = () =>
  queryOptions({
    queryKey: ['mine', 'sessions'],
    queryFn: ({ signal }) => sessionApi.get('/api/auth/sessions', { signal }).then((data) => data.sessions),
    staleTime: 0,
  });
