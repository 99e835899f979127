import { invalid } from '../../platform/api-error.js';
import type { ReportReason } from './pattern-report.entity.js';

/** In characters. A shorter text does not explain why the content is illegal (Art. 16 (2) (a) DSA). */
const MIN_EXPLANATION = 10;
/** Reasons that say that the content is illegal, not only against the shop's terms. */
const ILLEGAL = new Set<ReportReason>(['copyright', 'illegal', 'minors']);

export interface Notice {
  reason: ReportReason;
  text: string | null;
  goodFaith: boolean;
}

/** The fields that only guests fill in. */
export interface Guest {
  name: string | null;
  email: string | null;
}

/**
 * Checks what a notice must contain (Art. 16 (2) DSA). A notice need not state where the content is, because every notice is
 * about one pattern. A user's report about quality or misleading information is no notice about illegal content and needs no
 * explanation.
 * A notice with the reason `minors` needs neither name nor address (Art. 16 (2) (c) DSA).
 * @param guest null for a user, whose name and address are those of the account
 * @throws {ApiError} 400 VALIDATION_FAILED
 */
export function checkNotice({ reason, text, goodFaith }: Notice, guest: Guest | null): void {
  if (!guest && !ILLEGAL.has(reason)) return;
  if ([...(text ?? '')].length < MIN_EXPLANATION)
    throw invalid('text', `text must explain the report in at least ${MIN_EXPLANATION} characters`);
  if (guest && reason !== 'minors') {
    if (!guest.name) throw invalid('name', 'Please enter your name');
    if (!guest.email) throw invalid('email', 'Email is required');
  }
  if (!goodFaith) throw invalid('good_faith', 'Please confirm that your information is accurate and complete');
}
