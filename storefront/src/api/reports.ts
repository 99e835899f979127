import { call } from './client';
import type { components } from './schema';

export type ReportForm = components['schemas']['ReportForm'];
export type ReportReason = ReportForm['reason'];

export const reasons: ReportReason[] = ['copyright', 'misleading', 'quality', 'illegal', 'other'];

export const reportPattern = (patternId: string, report: ReportForm) =>
  call(`/api/patterns/${encodeURIComponent(patternId)}/report`, { method: 'POST', body: report, bearer: true });
