import { createHash, randomInt } from 'node:crypto';

const RECOVERY_CODES = 10;
/** 32 unambiguous letters and digits. A code of 16 characters has 80 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
const CODE_PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** @returns codes in the displayed form, e.g. `ABCD-EFGH-JKLM-NPQR` */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** @returns the typed code without spaces and hyphens, in capitals */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const isRecoveryCode = (plain: string): boolean => CODE_PATTERN.test(plain);

/**
 * A random code of 80 bits needs no slow hash. The hash has no key, so that the codes stay valid when the operator changes
 * TOKEN_SECRET.
 */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery|${userId}|${plainCode(code)}`)
    .digest('hex');
