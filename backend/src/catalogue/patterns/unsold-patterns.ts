/**
 * Of `patterns p`: nobody has it or could still come to have it. An order that was called off promises nothing; one that
 * is open may yet be paid.
 */
export const NEVER_SOLD = `not exists (select from purchases u where u.pattern_id = p.id and u.status <> 'cancelled')`;
