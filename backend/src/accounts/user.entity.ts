import { defineEntity } from '@mikro-orm/core';
import { erasedAddress } from '../platform/mail/erased-address.js';
import { LANGUAGES } from '../platform/language.js';

export const ROLES = ['user', 'admin', 'moderator'] as const;
export type Role = (typeof ROLES)[number];

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: (p) => ({
    id: p.uuid().primary(),
    email: p.text(),
    emailKey: p.text(),
    username: p.text(),
    usernameKey: p.text(),
    displayName: p.text(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    avatarUrl: p.text().nullable(),
    passwordHash: p.text().hidden(),
    passwordChangedAt: p.datetime().nullable(),
    role: p.enum(ROLES),
    language: p.enum(LANGUAGES),
    verifiedAt: p.datetime().nullable(),
    /** Since then it is proven that the owner of this account reads the mails to its address. */
    mailboxProvenAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The account is erased or being erased; sign-in is refused. */
    closedAt: p.datetime().nullable(),
    /** When an administrator suspended the account; `suspensions` contains the reason. */
    suspendedAt: p.datetime().nullable(),
  }),
});

/** An account. The keys are the normalised address and name; they are unique. */
export class User extends UserSchema.class {
  rename(username: string): void {
    this.username = username;
    this.usernameKey = username.toLowerCase();
  }

  verify(now: Date): void {
    this.verifiedAt ??= now;
  }

  /**
   * Records that the owner of the account has read a mail to its address. This is stronger than a verified address,
   * whose link another user may have clicked by mistake. @returns false when it was proven before
   */
  proveMailbox(now: Date): boolean {
    this.verify(now);
    if (this.mailboxProvenAt) return false;
    this.mailboxProvenAt = now;
    return true;
  }

  /** Leaves a tombstone: purchases and audit entries keep the id. */
  erase(unusableHash: string): void {
    this.email = this.emailKey = erasedAddress(this.id);
    this.rename(`erased-${this.id}`);
    this.displayName = 'Erased account';
    this.firstName = this.lastName = this.avatarUrl = null;
    this.passwordHash = unusableHash;
    this.verifiedAt = this.mailboxProvenAt = this.suspendedAt = null;
    this.role = 'user';
  }
}
UserSchema.setClass(User);
