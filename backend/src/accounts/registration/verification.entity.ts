import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const LIFE = 24 * 60 * 60 * 1000;

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    email: p.text(),
    /** That asked, as keyed hashes, the narrow one first. */
    networks: p.array<string>().columnType('text[]'),
    tokenHash: p.text(),
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    voidedAt: p.datetime().nullable(),
  }),
});

/** The question, sent by mail, whether an address belongs to whoever gave it. */
export class Verification extends VerificationSchema.class {
  static expiry(requestedAt: Date): Date {
    return new Date(requestedAt.getTime() + LIFE);
  }

  isExpired(now: Date): boolean {
    return this.expiresAt <= now;
  }
}
VerificationSchema.setClass(Verification);
