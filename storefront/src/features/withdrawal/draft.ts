import type { Purchase } from '../../api/types';
import { isEmail } from '../../lib/email';

export const maxContractLength = 200;

/** The input of the first step. */
export interface Draft {
  /** The number of the picked order; empty if the user types the contract, null before a choice. */
  picked: string | null;
  typed: string;
  name: string;
  email: string;
}

type DraftField = 'contract' | 'name' | 'email';

/** The contract as it is sent: the typed text, or the number of the order and its pattern. */
export function toContract({ picked, typed }: Draft, orders: Pick<Purchase, 'orderNumber' | 'patternTitle'>[]): string {
  if (!picked) return typed.trim();
  const title = orders.find(({ orderNumber }) => orderNumber === picked)?.patternTitle;
  return (title ? `${picked}, ${title}` : picked).slice(0, maxContractLength);
}

/** @returns the message key for each invalid field */
export function draftProblems(draft: Draft): Partial<Record<DraftField, string>> {
  const email = draft.email.trim();
  return {
    ...(draft.picked === null && { contract: 'withdrawal:problem.pick' }),
    ...(draft.picked === '' && !draft.typed.trim() && { contract: 'withdrawal:problem.contract' }),
    ...(!draft.name.trim() && { name: 'withdrawal:problem.name' }),
    ...(!email && { email: 'withdrawal:problem.emailMissing' }),
    ...(email && !isEmail(email) && { email: 'withdrawal:problem.email' }),
  };
}

const DAY_MS = 86_400_000;

/**
 * Whether the proof in a mailed link has expired. A proof starts with its last valid day: the number of days since
 * 1970-01-01, in base 36. The server validates the proof; this check only decides which hint the screen shows.
 */
export function isProofExpired(proof: string | null, now = Date.now()): boolean {
  const lastDay = /^([0-9a-z]{1,6})\./.exec(proof ?? '')?.[1];
  return lastDay !== undefined && parseInt(lastDay, 36) < Math.floor(now / DAY_MS);
}
