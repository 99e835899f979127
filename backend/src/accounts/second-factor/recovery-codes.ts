import { createHash, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** 32 letters and digits, none like another: 16 of them are 80 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Codes as they are shown, e.g. `ABCD-EFGH-JKLM-NPQR`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** What was typed without spaces and hyphens, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const isRecoveryCode = (plain: string): boolean => SHAPE.test(plain);

/** A random code of 80 bits needs no slow hash, and no key: it opens the account after a change of the root secret too. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery|${userId}|${plainCode(code)}`)
    .digest('hex');
