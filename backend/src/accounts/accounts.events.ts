import { DomainEvent } from '../platform/events/domain-event.js';

/** A verification mail for the address of an account was requested. */
export class VerificationRequested extends DomainEvent {
  static override readonly type = 'accounts.verification-requested';

  constructor(readonly verificationId: string) {
    super();
  }
}

/** The owner of an account has proven access to the mailbox of its address. */
export class MailboxProven extends DomainEvent {
  static override readonly type = 'accounts.mailbox-proven';
  constructor(readonly userId: string) {
    super();
  }
}

/** A password reset was requested for an address. The mail job finds out whether an account has the address. */
export class PasswordResetRequested extends DomainEvent {
  static override readonly type = 'accounts.password-reset-requested';

  constructor(readonly resetId: string) {
    super();
  }
}

export type FactorChange = 'on' | 'off' | 'recovery-used' | 'codes-renewed' | 'reset' | 'guessed';

/** The second factor of an account has changed; its owner gets a mail. */
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

/** An administrator has suspended an account: it cannot open sessions, and its patterns are not for sale. */
export class AccountSuspended extends DomainEvent {
  static override readonly type = 'accounts.account-suspended';

  constructor(
    readonly userId: string,
    readonly suspensionId: string,
  ) {
    super();
  }
}

/** An administrator has lifted the suspension of an account. */
export class AccountRestored extends DomainEvent {
  static override readonly type = 'accounts.account-restored';

  constructor(
    readonly userId: string,
    readonly suspensionId: string,
  ) {
    super();
  }
}

/** The password of an account has changed; its owner gets a mail, because an attacker may have changed it. */
export class PasswordChanged extends DomainEvent {
  static override readonly type = 'accounts.password-changed';

  constructor(readonly userId: string) {
    super();
  }
}
