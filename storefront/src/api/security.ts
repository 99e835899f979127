import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];
export type FactorSetUp = Schemas['FactorSetUp'];
export type SessionView = Schemas['SessionView'];

const change = <T>(what: string, body: object) =>
  call<T>(`/api/auth/second-factor/${what}`, { method: 'POST', body, bearer: true });

export const secondFactor = {
  setUp: (password: string) => change<FactorSetUp>('setup', { password }),
  confirm: (code: string) => change<Schemas['RecoveryCodes']>('confirm', { code }),
  remove: (password: string, code: string) => change('remove', { password, code }),
  renewCodes: (password: string, code: string) =>
    change<Schemas['RecoveryCodes']>('recovery-codes', { password, code }),
};

export const sessions = {
  end: (id: string) => call(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', bearer: true }),
  endOthers: () => call('/api/auth/sessions/end-others', { method: 'POST', bearer: true }),
};

export const mySecondFactor = () =>
  queryOptions({
    queryKey: ['mine', 'second-factor'],
    queryFn: ({ signal }) => call<Schemas['FactorState']>('/api/auth/second-factor', { bearer: true, signal }),
    staleTime: 0,
  });

export const mySessions = () =>
  queryOptions({
    queryKey: ['mine', 'sessions'],
    queryFn: ({ signal }) =>
      call<Schemas['SessionList']>('/api/auth/sessions', { bearer: true, signal }).then((data) => data.sessions),
    staleTime: 0,
  });
