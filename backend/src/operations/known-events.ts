import * as accounts from '../accounts/accounts.events.js';
import * as catalogue from '../catalogue/catalogue.events.js';
import * as newsletter from '../newsletter/newsletter.events.js';
import { DomainEvent, type DomainEventClass } from '../platform/events/domain-event.js';
import * as privacy from '../privacy/privacy.events.js';
import * as purchases from '../purchases/purchases.events.js';

const isFact = (value: unknown): value is DomainEventClass =>
  typeof value === 'function' && value.prototype instanceof DomainEvent && 'type' in value;

/** The types of fact that this version knows; while versions change, the outbox may hold others. */
export const KNOWN_EVENTS: readonly string[] = [accounts, catalogue, newsletter, privacy, purchases]
  .flatMap((facts): unknown[] => Object.values(facts))
  .filter(isFact)
  .map(({ type }) => type);
