import type { ReportForm, ReportReason } from '../../../api/reports';
import type { Language } from '../../../api/types';

/** In characters, as on the server (Art. 16 (2) (a) DSA). */
const minTextLength = 10;
const illegal = new Set<ReportReason>(['copyright', 'illegal', 'minors']);

export interface ReportDraft {
  reason: ReportReason | undefined;
  text: string;
  name: string;
  email: string;
  goodFaith: boolean;
}

export type ReportField = 'reason' | 'text' | 'name' | 'email' | 'good_faith';

/** Every report of a guest needs an explanation. A signed-in user must explain only a report of illegal content. */
export const needsExplanation = (reason: ReportReason | undefined, isGuest: boolean) =>
  isGuest || (reason !== undefined && illegal.has(reason));

/** @returns the fields that are missing or invalid, in the order of the form */
export function findReportProblems({ reason, text, name, email, goodFaith }: ReportDraft, isGuest: boolean) {
  const named = isGuest && reason !== 'minors';
  const problems: [ReportField, boolean][] = [
    ['reason', reason === undefined],
    ['text', needsExplanation(reason, isGuest) && [...text.trim()].length < minTextLength],
    ['name', named && name.trim() === ''],
    ['email', isGuest && (named || email.trim() !== '') && !/^\S+@\S+\.\S+$/.test(email.trim())],
    ['good_faith', needsExplanation(reason, isGuest) && !goodFaith],
  ];
  return problems.filter(([, invalid]) => invalid).map(([field]) => field);
}

/** @param locale the language of the mails to a guest */
export function toReportForm(draft: ReportDraft, reason: ReportReason, isGuest: boolean, locale: Language): ReportForm {
  const [text, name, email] = [draft.text.trim(), draft.name.trim(), draft.email.trim()];
  const guest = { ...(name && { name }), ...(email && { email }), locale };
  return { reason, ...(text && { text }), ...(draft.goodFaith && { good_faith: true }), ...(isGuest && guest) };
}
