import { Secret, TOTP } from 'otpauth';

/** The values that every authenticator app knows (RFC 6238 with SHA-1). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps that the clock of the phone may be ahead or behind. */
const DRIFT = 1;

/** 160 bits in base32, as an app takes it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that a QR code carries. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** The time step that a code belongs to; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / SHAPE.period) + delta;
}
