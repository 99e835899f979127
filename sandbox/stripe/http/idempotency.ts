import { createHash } from 'node:crypto';
import type { Parameter, Parameters } from './form-parameters.ts';
import type { Ledger, RememberedAnswer } from '../ledger.ts';
import { badParameter, StripeError } from './stripe-error.ts';
import { secondsNow } from '../stripe-objects.ts';

const A_DAY = 24 * 60 * 60;

const sorted = (value: Parameter): unknown =>
  typeof value === 'string'
    ? value
    : Object.keys(value)
        .sort()
        .map((name) => [name, sorted(value[name] ?? '')]);

/** The same parameters in another order have the same digest. */
export const digestOf = (parameters: Parameters): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex');

const idempotencyError = (status: 400 | 409, message: string, code?: string): StripeError =>
  new StripeError(status, { type: 'idempotency_error', message, code }, false);

/** Makes a repeated POST with the same Idempotency-Key get the first answer again. */
export class Idempotency {
  private readonly running = new Set<string>();
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /**
   * The answer of an earlier request with this key, if any. Otherwise the key counts as running until `finish`.
   * Throws 400 when the key was used for something else, 409 while the earlier request still runs.
   */
  begin(key: string, path: string, digest: string): RememberedAnswer | undefined {
    if (key.length > 255) throw badParameter('Idempotency keys may be at most 255 characters long.');
    if (this.running.has(key)) {
      throw idempotencyError(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    }
    const earlier = this.ledger.rows.answer.get(key);
    if (!earlier || earlier.at < secondsNow() - A_DAY) {
      this.running.add(key);
      return undefined;
    }
    const hint = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (earlier.path !== path) {
      throw idempotencyError(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${earlier.path}'). ${hint}`,
      );
    }
    if (earlier.digest !== digest) {
      throw idempotencyError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint}`,
      );
    }
    return earlier;
  }

  remember(key: string, answer: Omit<RememberedAnswer, 'at'>): void {
    this.ledger.put('answer', key, { ...answer, at: secondsNow() });
  }

  finish(key: string): void {
    this.running.delete(key);
  }
}
