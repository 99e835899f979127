import { queryOptions } from '@tanstack/react-query';
import type { components } from './schema';
import { mine } from './session';

type Schemas = components['schemas'];
export type FactorSetUp = Schemas['FactorSetUp'];
export type SessionView = Schemas['SessionView'];

export const secondFactor = {
  setUp: (password: string) => mine.post('/api/auth/second-factor/setup', { body: { password } }),
  confirm: (code: string) => mine.post('/api/auth/second-factor/confirm', { body: { code } }),
  remove: (password: string, code: string) => mine.post('/api/auth/second-factor/remove', { body: { password, code } }),
  renewCodes: (password: string, code: string) =>
    mine.post('/api/auth/second-factor/recovery-codes', { body: { password, code } }),
};

export const sessions = {
  end: (id: string) => mine.delete('/api/auth/sessions/{id}', { params: { path: { id } } }),
  endOthers: () => mine.post('/api/auth/sessions/end-others'),
};

export const mySecondFactor = () =>
  queryOptions({
    queryKey: ['mine', 'second-factor'],
    queryFn: ({ signal }) => mine.get('/api/auth/second-factor', { signal }),
    staleTime: 0,
  });

export const mySessions = () =>
  queryOptions({
    queryKey: ['mine', 'sessions'],
    queryFn: ({ signal }) => mine.get('/api/auth/sessions', { signal }).then((data) => data.sessions),
    staleTime: 0,
  });
