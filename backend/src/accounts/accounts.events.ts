import { Fact } from '../platform/fact.js';

/** Somebody is waiting for a mail that lets them prove their address. */
export class VerificationRequested extends Fact {
  static override readonly type = 'accounts.verification-requested';

  constructor(readonly verificationId: string) {
    super();
  }
}

/** Whoever has an account has proven that the mailbox of its address is theirs. */
export class MailboxProven extends Fact {
  static override readonly type = 'accounts.mailbox-proven';
  constructor(readonly userId: string) {
    super();
  }
}

/** Somebody has forgotten the password of an address; whether an account has it, the mail job finds out. */
export class PasswordResetRequested extends Fact {
  static override readonly type = 'accounts.password-reset-requested';

  constructor(readonly resetId: string) {
    super();
  }
}

/** An account has a new password; its owner should hear of it, should it have been somebody else. */
export class PasswordChanged extends Fact {
  static override readonly type = 'accounts.password-changed';

  constructor(readonly userId: string) {
    super();
  }
}
