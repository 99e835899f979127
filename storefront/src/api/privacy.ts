import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './client';
import type { components } from './schema';
import type { Language } from './types';

type Schemas = components['schemas'];
export type Consents = Schemas['ConsentAnswer'];
export type Consent = Schemas['ConsentView'];
export type ConsentType = Consent['type'];
export type DeletionState = Schemas['DeletionState'];
export type DeletionStarted = Schemas['DeletionStarted'];
export type ExportStatus = Schemas['ExportStatus'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type PrivacyPolicy = Schemas['PrivacyPolicy'];

export const privacy = {
  consents: (signal?: AbortSignal) => call<Consents>('/api/gdpr/consent', { bearer: true, signal }),
  giveConsent: (type: ConsentType) => decide('/api/gdpr/consent', type),
  withdrawConsent: (type: ConsentType) => decide('/api/gdpr/consent/withdraw', type),
  requestExport: () => call<Schemas['ExportStarted']>('/api/gdpr/export', { method: 'POST', bearer: true }),
  /** The newest export; null when there has never been one. */
  exportStatus: (signal?: AbortSignal) =>
    call<ExportStatus>('/api/gdpr/export/status', { bearer: true, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'EXPORT_NOT_FOUND') return null;
      throw error;
    }),
  deletion: (signal?: AbortSignal) => call<DeletionState>('/api/gdpr/delete', { bearer: true, signal }),
  /** Without a password a mail asks for confirmation. */
  requestDeletion: (password?: string) =>
    call<DeletionStarted>('/api/gdpr/delete', { method: 'POST', body: { password }, bearer: true }),
  confirmDeletion: (token: string) =>
    call<DeletionState>('/api/gdpr/delete/confirm', { method: 'POST', body: { token } }),
  /** By the link of a mail, or as the owner who is signed in. */
  undoDeletion: (token?: string) =>
    call<DeletionState>('/api/gdpr/delete/undo', { method: 'POST', body: { token }, bearer: !token }),
  auditLog: (limit: number, lang: Language, signal?: AbortSignal) =>
    call<Schemas['AuditLog']>('/api/gdpr/audit-log', { query: { limit, lang }, bearer: true, signal }).then(
      (data) => data.entries,
    ),
  policy: (lang: Language, signal?: AbortSignal) =>
    call<PrivacyPolicy>('/api/gdpr/privacy-policy', { query: { lang }, signal }),
};

const decide = (path: string, type: ConsentType) =>
  call<Consents>(path, { method: 'POST', body: { consentTypes: [type] }, bearer: true });

export const myConsents = () =>
  queryOptions({ queryKey: ['mine', 'consents'], queryFn: ({ signal }) => privacy.consents(signal), staleTime: 0 });

/** Asks again while the archive is being built. */
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
  queryOptions({ queryKey: ['mine', 'deletion'], queryFn: ({ signal }) => privacy.deletion(signal), staleTime: 0 });

export const myAuditLog = (limit: number, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'audit', lang, limit],
    queryFn: ({ signal }) => privacy.auditLog(limit, lang, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const privacyPolicy = (lang: Language) =>
  queryOptions({ queryKey: ['privacy-policy', lang], queryFn: ({ signal }) => privacy.policy(lang, signal) });
