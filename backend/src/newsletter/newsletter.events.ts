import { domainEvent } from '../platform/events/domain-event.js';

/** A visitor has requested the newsletter for an address. The address gets a confirmation mail. */
export class NewsletterRequested extends domainEvent('newsletter.newsletter-requested', 'subscriptionId') {}

/** The owner of an address has confirmed the subscription. */
export class NewsletterConfirmed extends domainEvent('newsletter.newsletter-confirmed', 'subscriptionId') {}
