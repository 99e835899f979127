import { DomainEvent } from '../platform/events/domain-event.js';

/** A user requests an archive of their data. */
export class ExportRequested extends DomainEvent {
  static override readonly type = 'privacy.export-requested';
  constructor(readonly requestId: string) {
    super();
  }
}

/** The archive is stored. */
export class ExportBuilt extends DomainEvent {
  static override readonly type = 'privacy.export-built';
  constructor(readonly requestId: string) {
    super();
  }
}

/** A user withdraws the consent to marketing mails. The time distinguishes consents given before and after. */
export class MarketingConsentWithdrawn extends DomainEvent {
  static override readonly type = 'privacy.marketing-consent-withdrawn';
  constructor(
    readonly userId: string,
    readonly withdrawnAt: string,
  ) {
    super();
  }
}

/** A user requests the deletion of their account without a password; a mail asks to confirm it. */
export class DeletionAsked extends DomainEvent {
  static override readonly type = 'privacy.deletion-asked';
  constructor(readonly deletionId: string) {
    super();
  }
}

/** The deletion is confirmed; the owner can undo it until the erasure begins. */
export class DeletionRequested extends DomainEvent {
  static override readonly type = 'privacy.deletion-requested';
  constructor(readonly deletionId: string) {
    super();
  }
}

/** The owner has undone the deletion. */
export class DeletionUndone extends DomainEvent {
  static override readonly type = 'privacy.deletion-undone';
  constructor(readonly userId: string) {
    super();
  }
}

/** The time to undo the deletion is over. */
export class ErasureStarted extends DomainEvent {
  static override readonly type = 'privacy.erasure-started';
  constructor(readonly deletionId: string) {
    super();
  }
}
