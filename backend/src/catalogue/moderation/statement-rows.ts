/** A row of `pattern_decisions s` as JSON for the designer, the reporters and moderators. The JSON names no person. */
export const STATEMENT = `jsonb_build_object(
  'reference', s.reference, 'decision', s.decision, 'ground', s.ground, 'clause', s.clause, 'reason', s.reason,
  'detected_by', s.detected_by, 'decided_at', s.decided_at,
  'reviews', (select o.reference from pattern_decisions o where o.id = s.reviews_id))`;

/**
 * SQL condition: the designer gets the decision `s`. The designer gets no dismissal, and no second decision that upholds a
 * dismissal.
 */
export const FOR_DESIGNER = `(s.decision in ('hidden', 'restored') or s.decision = 'upheld' and exists (
  select from pattern_decisions o where o.id = s.reviews_id and o.decision = 'hidden'))`;
