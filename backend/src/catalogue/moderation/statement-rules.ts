import { invalid } from '../../platform/api-error.js';
import type { Ground, Statement } from '../../platform/ground.js';

/** In characters. A shorter text cannot name facts. */
export const MIN_REASON = 3;

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
