import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';
import { VERIFICATION_HOURS } from '../../platform/shop-rules.js';

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    email: p.text(),
    /** Keyed hashes of the networks of the request: for IPv6 the /64, then the /48; for IPv4 the address. */
    networks: p.array<string>().columnType('text[]'),
    tokenHash: p.text(),
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** When a newer link replaced this one. */
    voidedAt: p.datetime().nullable(),
  }),
});

/** A verification mail, whose link verifies the address of an account. */
export class Verification extends VerificationSchema.class {
  static expiry(requestedAt: Date): Date {
    return new Date(requestedAt.getTime() + VERIFICATION_HOURS * 3_600_000);
  }

  isExpired(now: Date): boolean {
    return this.expiresAt <= now;
  }
}
VerificationSchema.setClass(Verification);
