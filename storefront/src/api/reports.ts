import type { components } from './schema';
import { sessionApi } from './session';

export type ReportForm = components['schemas']['ReportForm'];
export type ReportReason = ReportForm['reason'];

export const reasons: ReportReason[] = ['copyright', 'misleading', 'quality', 'illegal', 'minors', 'other'];

/** Reports a pattern. The access token identifies the reporter; a guest sends none. */
export const reportPattern = (id: string, report: ReportForm) =>
  sessionApi.post('/api/patterns/{id}/report', { params: { path: { id } }, body: report });
