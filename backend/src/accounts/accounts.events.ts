import { DomainEvent, domainEvent } from '../platform/events/domain-event.js';

/** A verification mail for the address of an account was requested. */
export class VerificationRequested extends domainEvent('accounts.verification-requested', 'verificationId') {}

/** The owner of an account has proven access to the mailbox of the account's address. */
export class MailboxProven extends domainEvent('accounts.mailbox-proven', 'userId') {}

/** A password reset was requested for an address. The mail job checks whether an account has the address. */
export class PasswordResetRequested extends domainEvent('accounts.password-reset-requested', 'resetId') {}

/**
 * - `on`, `off`, `codes-renewed`: changes by the owner.
 * - `recovery-used`: the owner has entered a recovery code instead of a code of the app.
 * - `reset`: the operator has removed the second factor.
 * - `removed-by-reset`: the password reset that proved the mailbox has removed the second factor.
 * - `guessed`: the wrong codes have reached the daily limit.
 */
export type FactorChange = 'on' | 'off' | 'recovery-used' | 'codes-renewed' | 'reset' | 'removed-by-reset' | 'guessed';

/** The second factor of an account has changed, was used with a recovery code, or was attacked. The owner gets a mail. */
export class SecondFactorChanged extends DomainEvent {
  static override readonly type = 'accounts.second-factor-changed';

  constructor(
    readonly userId: string,
    readonly change: FactorChange,
    readonly at: string,
  ) {
    super();
  }
}

/** An administrator has suspended an account. The owner cannot sign in, and the owner's patterns are not for sale. */
export class AccountSuspended extends domainEvent('accounts.account-suspended', 'userId', 'suspensionId') {}

/** An administrator has lifted the suspension of an account. */
export class AccountRestored extends domainEvent('accounts.account-restored', 'userId', 'suspensionId') {}

/** The password of an account has changed. The owner gets a mail, because an attacker may have changed the password. */
export class PasswordChanged extends domainEvent('accounts.password-changed', 'userId') {}
