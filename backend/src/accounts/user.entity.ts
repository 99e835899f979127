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
    /** Since then it is certain that whoever has the sessions of this account reads the mails to its address. */
    mailboxProvenAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The account is being erased, or was; nobody gets in. */
    closedAt: p.datetime().nullable(),
    /** When an administrator suspended the account; the reason stands in `suspensions`. */
    suspendedAt: p.datetime().nullable(),
  }),
});

/** An account. The keys hold what makes two addresses or names the same one; they are unique. */
export class User extends UserSchema.class {
  rename(username: string): void {
    this.username = username;
    this.usernameKey = username.toLowerCase();
  }

  verify(now: Date): void {
    this.verifiedAt ??= now;
  }

  /**
   * A mail to the address was read by whoever has the account: more than a verified address, whose link anybody may have
   * clicked who wondered about the mail. Returns false when that was certain before.
   */
  proveMailbox(now: Date): boolean {
    this.verify(now);
    if (this.mailboxProvenAt) return false;
    this.mailboxProvenAt = now;
    return true;
  }

  /** Leaves a tombstone: purchases and audit entries go on naming the id. */
  erase(nobodysHash: string): void {
    this.email = this.emailKey = erasedAddress(this.id);
    this.rename(`erased-${this.id}`);
    this.displayName = 'Erased account';
    this.firstName = this.lastName = this.avatarUrl = null;
    this.passwordHash = nobodysHash;
    this.verifiedAt = this.mailboxProvenAt = this.suspendedAt = null;
    this.role = 'user';
  }
}
UserSchema.setClass(User);
