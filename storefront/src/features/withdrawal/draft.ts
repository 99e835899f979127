import type { Purchase } from '../../api/types';

export const longestContract = 200;

/** What is typed in on the first step. */
export interface Draft {
  /** The order number of one of the own orders that was picked; empty for one that is typed in, null while none is. */
  picked: string | null;
  typed: string;
  name: string;
  email: string;
}

type DraftField = 'contract' | 'name' | 'email';

/** The contract in the words that are sent: of an own order, its number and what was bought. */
export function contractOf({ picked, typed }: Draft, orders: Pick<Purchase, 'orderNumber' | 'patternTitle'>[]): string {
  if (!picked) return typed.trim();
  const title = orders.find(({ orderNumber }) => orderNumber === picked)?.patternTitle;
  return (title ? `${picked}, ${title}` : picked).slice(0, longestContract);
}

/** The key of the words for each field that has a problem. */
export function draftProblems(draft: Draft): Partial<Record<DraftField, string>> {
  const email = draft.email.trim();
  return {
    ...(draft.picked === null && { contract: 'withdrawal:problem.pick' }),
    ...(draft.picked === '' && !draft.typed.trim() && { contract: 'withdrawal:problem.contract' }),
    ...(!draft.name.trim() && { name: 'withdrawal:problem.name' }),
    ...(!email && { email: 'withdrawal:problem.emailMissing' }),
    ...(email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && { email: 'withdrawal:problem.email' }),
  };
}

const DAY_MS = 86_400_000;

/**
 * Whether the proof in the link of a mail is over. It begins with its last day, in base 36 since 1970; the shop checks it
 * again, so this is for the screen alone.
 */
export function isProofExpired(proof: string | null, now = Date.now()): boolean {
  const lastDay = /^([0-9a-z]{1,6})\./.exec(proof ?? '')?.[1];
  return lastDay !== undefined && parseInt(lastDay, 36) < Math.floor(now / DAY_MS);
}
