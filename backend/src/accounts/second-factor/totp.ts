import { Secret, TOTP } from 'otpauth';

/** TOTP parameters that every authenticator app supports (RFC 6238 with SHA-1). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The number of time steps by which the clock of the phone can differ. */
const DRIFT = 1;

/** @returns 160 random bits in base32 */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** @returns the otpauth URL for the QR code */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...PARAMETERS, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** @returns the time step of the code; null for a wrong code */
export function findStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PARAMETERS.period) + delta;
}
