import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports (RFC 6238 with SHA-1). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Time steps by which the clock of the phone may differ. */
const DRIFT = 1;

/** 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth URL of the QR code. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** @returns the time step of the code; null for a wrong code */
export function findStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / SHAPE.period) + delta;
}
