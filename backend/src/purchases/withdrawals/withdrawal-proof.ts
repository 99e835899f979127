import { deriveToken, hashToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/mail/email-address.js';

const DAY_MS = 86_400_000;
/**
 * From the payment on. The right lasts fourteen days, sixteen at a weekend (withdrawal-right.ts); the rest is for mails that
 * are read late. Afterwards a person looks at what a guest declares, so nothing is lost with the link.
 */
export const PROOF_DAYS = 30;

/**
 * What only the mails to an address contain. Order numbers can be guessed and addresses are known to many, so they alone
 * do not end a purchase. It names its last day, in base 36 since 1970, so that the screen can say that it is over.
 * @param paidAt of the order whose confirmation carries it
 */
export function withdrawalProof(secret: string, email: string, paidAt: Date): string {
  return proofUntil(secret, email, Math.floor(paidAt.getTime() / DAY_MS) + PROOF_DAYS);
}

/** @returns false also for a proof whose last day is over */
export function provesAddress(secret: string, email: string, proof: string | null, now: Date): boolean {
  const lastDay = parseInt(/^([0-9a-z]{1,6})\./.exec(proof ?? '')?.[1] ?? '', 36);
  if (proof === null || !(lastDay >= Math.floor(now.getTime() / DAY_MS))) return false;
  return hashToken(proof) === hashToken(proofUntil(secret, email, lastDay));
}

function proofUntil(secret: string, email: string, lastDay: number): string {
  return `${lastDay.toString(36)}.${deriveToken(secret, 'withdrawal', emailKey(email), lastDay).slice(0, 22)}`;
}
