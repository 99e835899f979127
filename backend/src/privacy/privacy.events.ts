import { DomainEvent } from '../platform/events/domain-event.js';

/** Somebody wants everything that the shop knows about them. */
export class ExportRequested extends DomainEvent {
  static override readonly type = 'privacy.export-requested';
  constructor(readonly requestId: string) {
    super();
  }
}

/** The archive lies in the storage. */
export class ExportBuilt extends DomainEvent {
  static override readonly type = 'privacy.export-built';
  constructor(readonly requestId: string) {
    super();
  }
}

/** Whoever has this account wants no advertising any more. The moment tells a later yes from an earlier one. */
export class MarketingConsentWithdrawn extends DomainEvent {
  static override readonly type = 'privacy.marketing-consent-withdrawn';
  constructor(
    readonly userId: string,
    readonly withdrawnAt: string,
  ) {
    super();
  }
}

/** Somebody who gave no password wants their account deleted; a mail has to ask whether it was them. */
export class DeletionAsked extends DomainEvent {
  static override readonly type = 'privacy.deletion-asked';
  constructor(readonly deletionId: string) {
    super();
  }
}

/** The account will be erased unless its owner thinks again. */
export class DeletionRequested extends DomainEvent {
  static override readonly type = 'privacy.deletion-requested';
  constructor(readonly deletionId: string) {
    super();
  }
}

/** The account stays after all. */
export class DeletionUndone extends DomainEvent {
  static override readonly type = 'privacy.deletion-undone';
  constructor(readonly userId: string) {
    super();
  }
}

/** The time to think again is over. */
export class ErasureStarted extends DomainEvent {
  static override readonly type = 'privacy.erasure-started';
  constructor(readonly deletionId: string) {
    super();
  }
}
