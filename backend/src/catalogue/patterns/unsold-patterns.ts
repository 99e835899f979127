/**
 * An SQL condition: `patterns p` has no pending, paid or refunded purchase. A pending purchase counts because it can still be
 * paid. A cancelled purchase does not count.
 */
export const UNSOLD = `not exists (select from purchases u where u.pattern_id = p.id and u.status <> 'cancelled')`;
