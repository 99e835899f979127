import { Journal, type Change } from './journal.ts';
import { API_VERSION, newId, secondsNow } from './stripe-objects.ts';
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund, StripeEvent } from './stripe-objects.ts';

/**
 * The response for an idempotency key. Only a digest of the parameters is stored, because they can contain a card number.
 */
export interface StoredResponse {
  path: string;
  digest: string;
  status: number;
  body: object;
  requestId: string;
  /** Unix time in seconds. */
  at: number;
}

/** A pending webhook. `dueAt` is the Unix time of its next attempt in milliseconds. */
export interface PendingWebhook {
  attempts: number;
  dueAt: number;
}

/** A 3-D Secure challenge, found by the secret in its URL. */
export interface Challenge {
  intentId: string;
  methodId: string;
  returnUrl: string | null;
  state: 'open' | 'completed' | 'failed';
}

interface Tables {
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: StripeEvent;
  answer: StoredResponse;
  delivery: PendingWebhook;
  challenge: Challenge;
}
type Table = keyof Tables;

/** The request that caused an event; the fields are null if no request caused it. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

/**
 * The state of the fake. Values are immutable, so events can reference them. Changes take effect in memory immediately;
 * `commit` writes them to the journal as one line at the end of each request, even of a refused one.
 */
export class Store {
  readonly rows: { [T in Table]: Map<string, Tables[T]> } = {
    payment_intent: new Map(),
    payment_method: new Map(),
    charge: new Map(),
    refund: new Map(),
    dispute: new Map(),
    event: new Map(),
    answer: new Map(),
    delivery: new Map(),
    challenge: new Map(),
  };
  /** Called for each new event. */
  onEvent: (event: StripeEvent) => void = () => {};
  private changes: Change[] = [];
  private readonly journal: Journal | undefined;

  constructor(directory?: string) {
    if (directory) this.journal = new Journal(directory, (change) => this.apply(change));
  }

  put<T extends Table>(table: T, id: string, value: Tables[T]): Tables[T] {
    this.rows[table].set(id, value);
    this.changes.push([table, id, value]);
    return value;
  }

  remove(table: Table, id: string): void {
    if (this.rows[table].delete(id)) this.changes.push([table, id, null]);
  }

  emitEvent(type: string, object: object, cause: Cause, previous?: object): void {
    const data = previous ? { object, previous_attributes: previous } : { object };
    const id = newId('evt');
    const event: StripeEvent = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: secondsNow(),
      data,
      livemode: false,
      pending_webhooks: 0,
      request: cause,
      type,
    };
    this.onEvent(this.put('event', id, event));
  }

  commit(): void {
    if (this.changes.length === 0) return;
    this.journal?.append(this.changes);
    this.changes = [];
  }

  close(): void {
    this.commit();
    this.journal?.close();
  }

  private apply([table, id, value]: Change): void {
    const rows = this.rows[table as Table] as Map<string, unknown> | undefined;
    if (!rows) throw new Error(`unknown table ${table}`);
    if (value === null) rows.delete(id);
    else rows.set(id, value);
  }
}
