/**
 * True for `patterns p` without an order that is open, paid or refunded. A cancelled order does not count; an open one may
 * still be paid.
 */
export const UNSOLD = `not exists (select from purchases u where u.pattern_id = p.id and u.status <> 'cancelled')`;
