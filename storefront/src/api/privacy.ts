import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { api } from './client';
import { initialDataOptions } from './queries';
import type { components, paths } from './schema';
import { sessionApi } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Consents = Schemas['ConsentAnswer'];
export type Consent = Schemas['ConsentView'];
export type ConsentType = Consent['type'];
export type DeletionState = Schemas['DeletionState'];
export type ExportStatus = Schemas['ExportStatus'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type PrivacyPolicy = Schemas['PrivacyPolicy'];
export type LegalText = Schemas['LegalText'];
export type LegalPage = paths['/api/legal/{page}']['get']['parameters']['path']['page'];

export const privacy = {
  giveConsent: (type: ConsentType) => sessionApi.post('/api/gdpr/consent', { body: { consentTypes: [type] } }),
  withdrawConsent: (type: ConsentType) =>
    sessionApi.post('/api/gdpr/consent/withdraw', { body: { consentTypes: [type] } }),
  requestExport: () => sessionApi.post('/api/gdpr/export'),
  /** @returns the newest export, or null when the user has never requested one */
  exportStatus: (signal?: AbortSignal) =>
    sessionApi.get('/api/gdpr/export/status', { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'EXPORT_NOT_FOUND') return null;
      throw error;
    }),
  /** If `password` is missing, the server mails the user a link that confirms the deletion. */
  requestDeletion: (password?: string) => sessionApi.post('/api/gdpr/delete', { body: { password } }),
  /** The session of this browser stays open, all others end. The link also works after this session has ended. */
  confirmDeletion: (token: string) => {
    const confirm = (client: typeof api) => client.post('/api/gdpr/delete/confirm', { body: { token } });
    return confirm(sessionApi).catch((error: unknown) => {
      const sessionEnded = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (sessionEnded) return confirm(api);
      throw error;
    });
  },
  /** Cancels the deletion of an account: the account that the mailed token names, or else the signed-in user's account. */
  undoDeletion: (token?: string) => (token ? api : sessionApi).post('/api/gdpr/delete/undo', { body: { token } }),
  auditLog: (page: number, lang: Language, signal?: AbortSignal) =>
    sessionApi.get('/api/gdpr/audit-log', { params: { query: { page, lang } }, signal }),
};

export const myConsents = () =>
  queryOptions({
    queryKey: ['mine', 'consents'],
    queryFn: ({ signal }) => sessionApi.get('/api/gdpr/consent', { signal }),
    staleTime: 0,
  });

/** Polls while the worker builds the archive. */
export const myExport = () =>
  queryOptions({
    queryKey: ['mine', 'export'],
    queryFn: ({ signal }) => privacy.exportStatus(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!isBuilding(state.data)) return false;
      return state.dataUpdateCount <= 20 ? 1000 : 5000;
    },
  });

export const isBuilding = (status: ExportStatus | null | undefined): boolean =>
  status?.status === 'queued' || status?.status === 'running';

export const myDeletion = () =>
  queryOptions({
    queryKey: ['mine', 'deletion'],
    queryFn: ({ signal }) => sessionApi.get('/api/gdpr/delete', { signal }),
    staleTime: 0,
  });

export const myAuditLog = (page: number, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'audit', lang, page],
    queryFn: ({ signal }) => privacy.auditLog(page, lang, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const privacyPolicy = (lang: Language) =>
  queryOptions({
    queryKey: ['privacy-policy', lang],
    queryFn: ({ signal }) => api.get('/api/gdpr/privacy-policy', { params: { query: { lang } }, signal }),
  });

export const legalText = (page: LegalPage, lang: Language) =>
  queryOptions({
    queryKey: ['legal', page, lang],
    queryFn: ({ signal }) => api.get('/api/legal/{page}', { params: { path: { page }, query: { lang } }, signal }),
    ...initialDataOptions('/api/legal/{page}', { path: { page }, query: { lang } }),
  });
