import type { components } from './schema';
import { mine } from './session';

export type ReportForm = components['schemas']['ReportForm'];
export type ReportReason = ReportForm['reason'];

export const reasons: ReportReason[] = ['copyright', 'misleading', 'quality', 'illegal', 'other'];

export const reportPattern = (id: string, report: ReportForm) =>
  mine.post('/api/patterns/{id}/report', { params: { path: { id } }, body: report });
