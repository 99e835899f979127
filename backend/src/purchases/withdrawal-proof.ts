import { emailKey } from '../platform/email-address.js';
import { deriveToken, hashToken } from '../platform/derived-token.js';

/**
 * What only the mails to an address contain. Order numbers can be guessed and addresses are known to many, so they alone
 * do not end anybody's purchase.
 */
export function withdrawalProof(secret: string, email: string): string {
  return deriveToken(secret, 'withdrawal', emailKey(email)).slice(0, 22);
}

export function provesAddress(secret: string, email: string, proof: string | null): boolean {
  return proof !== null && hashToken(proof) === hashToken(withdrawalProof(secret, email));
}
