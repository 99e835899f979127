import { deriveToken, hashToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/mail/email-address.js';

const DAY_MS = 86_400_000;
/**
 * Validity in days, from the payment. The right lasts 14 days, 16 at a weekend (withdrawal-right.ts); the rest is for mails
 * that are read late. After that an administrator reviews a guest's withdrawal, so the guest loses nothing.
 */
export const PROOF_DAYS = 30;

/**
 * A token that only the mails to an address contain. Order numbers can be guessed and addresses are public, so both alone do
 * not refund a purchase. It contains its last day, in base 36 since 1970, so that the screen can show that it has expired.
 * @param paidAt of the order whose confirmation contains it
 */
export function withdrawalProof(secret: string, email: string, paidAt: Date): string {
  return proofUntil(secret, email, Math.floor(paidAt.getTime() / DAY_MS) + PROOF_DAYS);
}

/** @returns false also for an expired proof */
export function provesAddress(secret: string, email: string, proof: string | null, now: Date): boolean {
  const lastDay = parseInt(/^([0-9a-z]{1,6})\./.exec(proof ?? '')?.[1] ?? '', 36);
  if (proof === null || !(lastDay >= Math.floor(now.getTime() / DAY_MS))) return false;
  return hashToken(proof) === hashToken(proofUntil(secret, email, lastDay));
}

function proofUntil(secret: string, email: string, lastDay: number): string {
  return `${lastDay.toString(36)}.${deriveToken(secret, 'withdrawal', emailKey(email), lastDay).slice(0, 22)}`;
}
