import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Version of the key and the format. A change of the key or the format needs a new version, and `unseal` must still read
 * the old one.
 */
const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';

const deriveKey = (root: string) => createHmac('sha256', root).update(`second-factor|${VERSION}`).digest();

/** Encrypts a secret for one account, so that the value is useless in the row of another account. */
export function seal(root: string, userId: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, deriveKey(root), iv).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** @returns the secret, or null for a modified value and for a value of another root secret or another account */
export function unseal(root: string, userId: string, box: string): string | null {
  const [version, ...parts] = box.split('.');
  if (version !== VERSION || parts.length !== 3) return null;
  const [iv, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer];
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(root), iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
