import * as accounts from '../accounts/accounts.events.js';
import * as catalogue from '../catalogue/catalogue.events.js';
import * as newsletter from '../newsletter/newsletter.events.js';
import { DomainEvent, type DomainEventClass } from '../platform/events/domain-event.js';
import * as privacy from '../privacy/privacy.events.js';
import * as purchases from '../purchases/purchases.events.js';

const isDomainEvent = (value: unknown): value is DomainEventClass =>
  typeof value === 'function' && value.prototype instanceof DomainEvent && 'type' in value;

/**
 * The event types that this version of the program defines. During a rolling deployment, the outbox can also contain other
 * types.
 */
export const KNOWN_EVENTS: readonly string[] = [accounts, catalogue, newsletter, privacy, purchases]
  .flatMap((events): unknown[] => Object.values(events))
  .filter(isDomainEvent)
  .map(({ type }) => type);
