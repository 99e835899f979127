import { useRef, useState } from 'react';
import type { Ground, Statement } from '../../api/moderation';

/** In characters. The server refuses a shorter reason. */
export const minReasonLength = 3;
const minClauseLength = 2;

export type StatementField = 'ground' | 'clause' | 'reason';

/** The state of the fields in which a moderator states the reasons of a decision. */
export function useStatement(first: Partial<Statement> = {}) {
  const [ground, setGround] = useState<Ground | ''>(first.ground ?? '');
  const [clause, setClause] = useState(first.clause ?? '');
  const [reason, setReason] = useState(first.reason ?? '');
  const [problems, setProblems] = useState<StatementField[]>([]);
  const fields = useRef<HTMLDivElement>(null);
  const report = (missing: StatementField[]) => {
    setProblems(missing);
    const [field] = missing;
    if (field) fields.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    return missing.length > 0;
  };
  const reasonMissing: StatementField[] = reason.trim().length < minReasonLength ? ['reason'] : [];
  return {
    values: { ground, clause, reason },
    set: { ground: setGround, clause: setClause, reason: setReason },
    problems,
    fields,
    /** @returns the statement of a decision that hides a pattern; null when a field is missing, which then has the focus */
    full(): Required<Statement> | null {
      const missing: StatementField[] = [
        ...(ground ? [] : (['ground'] as const)),
        ...(clause.trim().length < minClauseLength ? (['clause'] as const) : []),
        ...reasonMissing,
      ];
      return report(missing) || !ground ? null : { ground, clause: clause.trim(), reason: reason.trim() };
    },
    /** @returns the statement of any other decision; null when the reason is missing, which then has the focus */
    onlyReason(): Statement | null {
      return report(reasonMissing) ? null : { reason: reason.trim() };
    },
  };
}
