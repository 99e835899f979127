import { DomainEvent } from '../platform/events/domain-event.js';

/** Somebody has entered an address, and whoever it belongs to is to be asked. */
export class NewsletterRequested extends DomainEvent {
  static override readonly type = 'newsletter.newsletter-requested';

  constructor(readonly subscriptionId: string) {
    super();
  }
}

/** Whoever an address belongs to has said yes. */
export class NewsletterConfirmed extends DomainEvent {
  static override readonly type = 'newsletter.newsletter-confirmed';

  constructor(readonly subscriptionId: string) {
    super();
  }
}
