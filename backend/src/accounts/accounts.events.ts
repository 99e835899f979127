import { Fact } from '../platform/fact.js';

/** Somebody is waiting for a mail that lets them prove their address. */
export class VerificationRequested extends Fact {
  static override readonly type = 'accounts.verification-requested';

  constructor(readonly verificationId: string) {
    super();
  }
}

/** Somebody has proven that an address is theirs. */
export class EmailVerified extends Fact {
  static override readonly type = 'accounts.email-verified';
  constructor(readonly userId: string) {
    super();
  }
}
