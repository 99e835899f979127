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
    /** When the owner of the account proved access to the mailbox of the account's address. */
    mailboxProvenAt: p.datetime().nullable(),
    /** Keyed hashes of the networks that last used the account; null once the mailbox is proven. */
    usedFrom: p.array<string>().columnType('text[]').nullable(),
    createdAt: p.datetime(),
    /** When the erasure of the account began. From then on, sign-in is refused. */
    closedAt: p.datetime().nullable(),
    /** When an administrator suspended the account; `suspensions` contains the reason. */
    suspendedAt: p.datetime().nullable(),
  }),
});

/** An account. `emailKey` and `usernameKey` are the normalised address and username; both are unique. */
export class User extends UserSchema.class {
  rename(username: string): void {
    this.username = username;
    this.usernameKey = username.toLowerCase();
  }

  verify(now: Date): void {
    this.verifiedAt ??= now;
  }

  /**
   * Records that the owner of the account has access to the mailbox. A verified address proves less: an attacker can
   * register an account with the address of another person, and that person can open the link.
   * @returns false when the mailbox was proven before
   */
  proveMailbox(now: Date): boolean {
    this.verify(now);
    if (this.mailboxProvenAt) return false;
    this.mailboxProvenAt = now;
    this.usedFrom = null;
    return true;
  }

  /** Removes all personal data. The row stays, because purchases and audit entries refer to its id. */
  erase(unusableHash: string): void {
    this.email = this.emailKey = erasedAddress(this.id);
    this.rename(`erased-${this.id}`);
    this.displayName = 'Erased account';
    this.firstName = this.lastName = this.avatarUrl = this.usedFrom = null;
    this.passwordHash = unusableHash;
    this.verifiedAt = this.mailboxProvenAt = this.suspendedAt = null;
    this.role = 'user';
  }
}
UserSchema.setClass(User);
