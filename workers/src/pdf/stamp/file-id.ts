import { createHmac } from 'node:crypto';

/**
 * The id a copy carries: 32 hex digits, the same for every retry of one purchase and one file, so that a retry writes
 * the same bytes; without the secret nobody can tell which purchase it names. The master alone does not tell two files
 * apart: page sizes and order are in the plan, so A4 and Letter may share every heavy object.
 */
export function copyFileId(secret: string, purchaseId: string, fileId: string, masterSha256: string): string {
  return createHmac('sha256', secret).update(`${purchaseId}|${fileId}|${masterSha256}`).digest('hex').slice(0, 32);
}
