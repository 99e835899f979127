import { DomainEvent } from '../platform/events/domain-event.js';

/** Somebody is waiting for a mail that lets them prove their address. */
export class VerificationRequested extends DomainEvent {
  static override readonly type = 'accounts.verification-requested';

  constructor(readonly verificationId: string) {
    super();
  }
}

/** Whoever has an account has proven that the mailbox of its address is theirs. */
export class MailboxProven extends DomainEvent {
  static override readonly type = 'accounts.mailbox-proven';
  constructor(readonly userId: string) {
    super();
  }
}

/** Somebody has forgotten the password of an address; whether an account has it, the mail job finds out. */
export class PasswordResetRequested extends DomainEvent {
  static override readonly type = 'accounts.password-reset-requested';

  constructor(readonly resetId: string) {
    super();
  }
}

export type FactorChange = 'on' | 'off' | 'recovery-used' | 'codes-renewed' | 'reset' | 'guessed';

/** What happened to the second factor of an account; its owner should hear of it. */
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

/** An administrator has suspended an account: it opens no session, and its patterns are not for sale. */
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

/** An account has a new password; its owner should hear of it, should it have been somebody else. */
export class PasswordChanged extends DomainEvent {
  static override readonly type = 'accounts.password-changed';

  constructor(readonly userId: string) {
    super();
  }
}
