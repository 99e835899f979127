import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { api } from './client';
import type { components } from './schema';
import { mine } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Consents = Schemas['ConsentAnswer'];
export type Consent = Schemas['ConsentView'];
export type ConsentType = Consent['type'];
export type DeletionState = Schemas['DeletionState'];
export type ExportStatus = Schemas['ExportStatus'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type PrivacyPolicy = Schemas['PrivacyPolicy'];

export const privacy = {
  giveConsent: (type: ConsentType) => mine.post('/api/gdpr/consent', { body: { consentTypes: [type] } }),
  withdrawConsent: (type: ConsentType) => mine.post('/api/gdpr/consent/withdraw', { body: { consentTypes: [type] } }),
  requestExport: () => mine.post('/api/gdpr/export'),
  /** @returns the newest export, or null when the user has never requested one */
  exportStatus: (signal?: AbortSignal) =>
    mine.get('/api/gdpr/export/status', { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'EXPORT_NOT_FOUND') return null;
      throw error;
    }),
  /** Without a password the server sends a mail with a link to confirm the deletion. */
  requestDeletion: (password?: string) => mine.post('/api/gdpr/delete', { body: { password } }),
  confirmDeletion: (token: string) => api.post('/api/gdpr/delete/confirm', { body: { token } }),
  /** Cancels the deletion of an account. The token of a mail identifies the account, without a token the session does. */
  undoDeletion: (token?: string) => (token ? api : mine).post('/api/gdpr/delete/undo', { body: { token } }),
  auditLog: (limit: number, lang: Language, signal?: AbortSignal) =>
    mine.get('/api/gdpr/audit-log', { params: { query: { limit, lang } }, signal }).then((data) => data.entries),
};

export const myConsents = () =>
  queryOptions({
    queryKey: ['mine', 'consents'],
    queryFn: ({ signal }) => mine.get('/api/gdpr/consent', { signal }),
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
    queryFn: ({ signal }) => mine.get('/api/gdpr/delete', { signal }),
    staleTime: 0,
  });

export const myAuditLog = (limit: number, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'audit', lang, limit],
    queryFn: ({ signal }) => privacy.auditLog(limit, lang, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const privacyPolicy = (lang: Language) =>
  queryOptions({
    queryKey: ['privacy-policy', lang],
    queryFn: ({ signal }) => api.get('/api/gdpr/privacy-policy', { params: { query: { lang } }, signal }),
  });
