import { domainEvent } from '../platform/events/domain-event.js';

/** A visitor has entered an address; its owner gets a confirmation mail. */
export class NewsletterRequested extends domainEvent('newsletter.newsletter-requested', 'subscriptionId') {}

/** The owner of an address has confirmed the subscription. */
export class NewsletterConfirmed extends domainEvent('newsletter.newsletter-confirmed', 'subscriptionId') {}
