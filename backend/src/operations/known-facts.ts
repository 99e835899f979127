import * as accounts from '../accounts/accounts.events.js';
import * as catalogue from '../catalogue/catalogue.events.js';
import * as newsletter from '../newsletter/newsletter.events.js';
import { Fact, type FactClass } from '../platform/fact.js';
import * as privacy from '../privacy/privacy.events.js';
import * as purchases from '../purchases/purchases.events.js';

const isFact = (value: unknown): value is FactClass =>
  typeof value === 'function' && value.prototype instanceof Fact && 'type' in value;

/** The types of fact that this version knows; while versions change, the outbox may hold others. */
export const KNOWN_FACTS: readonly string[] = [accounts, catalogue, newsletter, privacy, purchases]
  .flatMap((facts): unknown[] => Object.values(facts))
  .filter(isFact)
  .map(({ type }) => type);
