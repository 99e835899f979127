import { createHmac } from 'node:crypto';

/**
 * The file id of a copy: 32 hex digits, the same for every retry of a purchase and file, so that a retry writes the same
 * bytes. It identifies the purchase only with the secret. The file is included because two files can share a master: page
 * sizes and order are in the plan.
 */
export function copyFileId(secret: string, purchaseId: string, fileId: string, masterSha256: string): string {
  return createHmac('sha256', secret).update(`${purchaseId}|${fileId}|${masterSha256}`).digest('hex').slice(0, 32);
}
