import { deriveToken, hashToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/mail/email-address.js';
import { PROOF_DAYS } from '../../platform/shop-rules.js';

const DAY_MS = 86_400_000;

/**
 * The token in the mails to an address; it proves that the sender of a withdrawal reads these mails. Order numbers can be
 * guessed and addresses are public, so an order number with an address is not enough for a refund. The token starts with its
 * last valid day (days since 1970 in base 36), so that the screen can show whether it has expired.
 * @param paidAt the payment time of the order whose confirmation contains the token
 */
export function withdrawalProof(secret: string, email: string, paidAt: Date): string {
  return proofUntil(secret, email, Math.floor(paidAt.getTime() / DAY_MS) + PROOF_DAYS);
}

/** Whether the proof belongs to the address and has not expired. */
export function provesAddress(secret: string, email: string, proof: string | null, now: Date): boolean {
  const lastDay = parseInt(/^([0-9a-z]{1,6})\./.exec(proof ?? '')?.[1] ?? '', 36);
  if (proof === null || !(lastDay >= Math.floor(now.getTime() / DAY_MS))) return false;
  return hashToken(proof) === hashToken(proofUntil(secret, email, lastDay));
}

function proofUntil(secret: string, email: string, lastDay: number): string {
  return `${lastDay.toString(36)}.${deriveToken(secret, 'withdrawal', emailKey(email), lastDay).slice(0, 22)}`;
}
