import { createHmac } from 'node:crypto';

/**
 * @returns the file id of a copy, 32 hex digits. It is the same for every retry, so that a retry writes the same bytes. Only
 * the
 * owner of `secret` can derive it from a purchase. `fileId` is included because two files of a pattern can have the same
 * master.
 */
export function copyFileId(secret: string, purchaseId: string, fileId: string, masterSha256: string): string {
  return createHmac('sha256', secret).update(`${purchaseId}|${fileId}|${masterSha256}`).digest('hex').slice(0, 32);
}
