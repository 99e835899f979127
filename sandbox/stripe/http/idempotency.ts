import { createHash } from 'node:crypto';
import type { Parameter, Parameters } from './form-parameters.ts';
import type { Store, StoredResponse } from '../store.ts';
import { badParameter, StripeError } from './stripe-error.ts';
import { secondsNow } from '../stripe-objects.ts';

const DAY_SECONDS = 24 * 60 * 60;

const sorted = (value: Parameter): unknown =>
  typeof value === 'string'
    ? value
    : Object.keys(value)
        .sort()
        .map((name) => [name, sorted(value[name] ?? '')]);

/** The order of the parameters does not change the digest. */
export const parametersDigest = (parameters: Parameters): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(parameters)))
    .digest('hex');

const idempotencyError = (status: 400 | 409, message: string, code?: string): StripeError =>
  new StripeError(status, { type: 'idempotency_error', message, code }, false);

/** Returns the first response to a repeated POST with the same Idempotency-Key. */
export class Idempotency {
  private readonly running = new Set<string>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * @returns the response to the earlier request with this key; undefined for a new key, which is then in use until `finish`
   * @throws {StripeError} 400 if the earlier request had another path or other parameters, 409 while it is running
   */
  begin(key: string, path: string, digest: string): StoredResponse | undefined {
    if (key.length > 255) throw badParameter('Idempotency keys may be at most 255 characters long.');
    if (this.running.has(key)) {
      throw idempotencyError(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    }
    const earlier = this.store.rows.answer.get(key);
    if (!earlier || earlier.at < secondsNow() - DAY_SECONDS) {
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

  remember(key: string, response: Omit<StoredResponse, 'at'>): void {
    this.store.put('answer', key, { ...response, at: secondsNow() });
  }

  finish(key: string): void {
    this.running.delete(key);
  }
}
