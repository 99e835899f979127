import { defineEntity } from '@mikro-orm/core';
import { PASSWORD_RESET_MINUTES } from '../../platform/shop-rules.js';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: (p) => ({
    id: p.uuid().primary(),
    emailKey: p.text(),
    tokenHash: p.text(),
    /** Keyed hashes of the networks of the request: for IPv6 the /64, then the /48; for IPv4 the address. */
    networks: p.array<string>().columnType('text[]'),
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** When a newer link or a new password made this link invalid. */
    voidedAt: p.datetime().nullable(),
  }),
});

/** A requested password reset for an address, even if no account has the address. */
export class PasswordReset extends PasswordResetSchema.class {
  static expiry(requestedAt: Date): Date {
    return new Date(requestedAt.getTime() + PASSWORD_RESET_MINUTES * 60_000);
  }
}
PasswordResetSchema.setClass(PasswordReset);
