import { DomainEvent } from '../platform/events/domain-event.js';

/** A visitor has entered an address; its owner gets a confirmation mail. */
export class NewsletterRequested extends DomainEvent {
  static override readonly type = 'newsletter.newsletter-requested';

  constructor(readonly subscriptionId: string) {
    super();
  }
}

/** The owner of an address has confirmed the subscription. */
export class NewsletterConfirmed extends DomainEvent {
  static override readonly type = 'newsletter.newsletter-confirmed';

  constructor(readonly subscriptionId: string) {
    super();
  }
}
