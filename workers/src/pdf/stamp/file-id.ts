import { createHmac } from 'node:crypto';

/**
 * Derives the file id of a copy. The same arguments give the same id, so a retry writes the same bytes.
 * @param secret prevents the derivation of the id by a person who knows the other arguments
 * @param fileId the id of the pattern's file, not of the copy; two files of a pattern can have the same master
 * @returns 32 hex digits
 */
export function copyFileId(secret: string, purchaseId: string, fileId: string, masterSha256: string): string {
  return createHmac('sha256', secret).update(`${purchaseId}|${fileId}|${masterSha256}`).digest('hex').slice(0, 32);
}
