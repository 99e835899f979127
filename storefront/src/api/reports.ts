import type { components } from './schema';
import { sessionApi } from './session';

export type ReportForm = components['schemas']['ReportForm'];
export type ReportReason = ReportForm['reason'];

export const reasons: ReportReason[] = ['copyright', 'misleading', 'quality', 'illegal', 'minors', 'other'];

/** Reports a pattern, for a guest too. The access token, if any, identifies the reporter. */
export const reportPattern = (id: string, report: ReportForm) =>
  sessionApi.post('/api/patterns/{id}/report', { params: { path: { id } }, body: report });
