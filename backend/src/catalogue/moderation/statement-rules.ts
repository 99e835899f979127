import { invalid } from '../../platform/api-error.js';
import type { Ground } from './pattern-report.entity.js';

/** In characters. A shorter text cannot name facts. */
export const MIN_REASON = 3;

/** What a moderator writes about a decision; the designer and the reporter read it (Art. 16 (5) and 17 DSA). */
export interface Statement {
  /** The facts and circumstances, and why they lead to the decision. */
  reason: string;
  ground: Ground;
  /** The norm or the clause of the terms. */
  clause: string;
}

/**
 * Checks the statement of a decision that hides a pattern.
 * @param reasonField the name of the field that contains the reason
 * @throws {ApiError} 400 VALIDATION_FAILED
 */
export function requireStatement(
  { reason, ground, clause }: { reason?: string | null; ground?: Ground | null; clause?: string | null },
  reasonField: string,
): Statement {
  const facts = requireReason(reason, reasonField);
  if (!ground) throw invalid('ground', 'ground must be law or terms');
  if (!clause) throw invalid('clause', 'Please name the norm, or the clause of the terms');
  return { reason: facts, ground, clause };
}

/** @throws {ApiError} 400 VALIDATION_FAILED when the reason is missing or too short */
export function requireReason(reason: string | null | undefined, field: string): string {
  if (!reason || [...reason].length < MIN_REASON)
    throw invalid(field, `${field} must have at least ${MIN_REASON} characters`);
  return reason;
}
