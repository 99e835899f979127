import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Version of the key and the format. A change of the key or the format needs a new version, and `decryptSecret` must still
 * read values of the old version.
 */
const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';

const deriveKey = (shopSecret: string) => createHmac('sha256', shopSecret).update(`second-factor|${VERSION}`).digest();

/**
 * Encrypts a secret for one account, so that the value is useless in the row of another account.
 * @param shopSecret the setting TOKEN_SECRET, from which the key is derived
 */
export function encryptSecret(shopSecret: string, userId: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, deriveKey(shopSecret), iv).setAAD(Buffer.from(userId));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** @returns the secret; null when the value was modified, or encrypted with another shop secret or for another account */
export function decryptSecret(shopSecret: string, userId: string, box: string): string | null {
  const [version, ...parts] = box.split('.');
  if (version !== VERSION || parts.length !== 3) return null;
  const [iv, encrypted, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer];
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(shopSecret), iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
