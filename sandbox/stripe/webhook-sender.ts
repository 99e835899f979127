import { createHmac } from 'node:crypto';
import { withPendingWebhooks } from './events.ts';
import type { Store } from './store.ts';
import type { StripeEvent } from './stripe-objects.ts';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
const MAX_ATTEMPTS = 500;
const TIMEOUT_MS = 10_000;
const MAX_PARALLEL = 8;

export interface WebhookTarget {
  /** Undefined: no webhooks are sent. */
  url: string | undefined;
  secret: string;
  /** Delay of the first attempt in milliseconds. */
  delayMs: number;
}

/** @returns the Stripe-Signature header of a body. @param t the Unix time in seconds */
export const signatureHeader = (body: string, secret: string, t: number): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;

/**
 * Sends each event at least once: the oldest first, several in parallel. Repeats a failed attempt with increasing delays.
 */
export class WebhookSender {
  /** 'holding' keeps events until `release` sends them; 'dropping' discards them. */
  private mode: 'sending' | 'holding' | 'dropping' = 'sending';
  private readonly sending = new Set<string>();
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** Unix time in milliseconds at which the timer fires. */
  private wakeAt = Infinity;
  private idleWaiters: (() => void)[] = [];
  private readonly store: Store;
  private readonly target: WebhookTarget;

  constructor(store: Store, target: WebhookTarget) {
    this.store = store;
    this.target = target;
    store.onEvent = (event) => this.schedule(event.id);
    this.wake();
  }

  hold(): void {
    this.mode = 'holding';
  }

  /** Drops pending and new events until `release`. */
  drop(): void {
    this.mode = 'dropping';
    for (const id of this.store.rows.delivery.keys()) this.store.remove('delivery', id);
    this.store.commit();
    this.resolveIdleWaiters();
  }

  /** Ends `hold` and `drop`; sends all pending events immediately. */
  release(): void {
    this.mode = 'sending';
    for (const [id, delivery] of this.store.rows.delivery)
      this.store.put('delivery', id, { ...delivery, dueAt: Date.now() });
    this.store.commit();
    this.wake();
  }

  /** Resolves when no delivery is pending or running. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.idleWaiters.push(resolve);
      this.resolveIdleWaiters();
    });
  }

  /** Makes one attempt now, in any mode. @returns the HTTP status, 0 without a response */
  async post(
    event: StripeEvent,
    signedAt = Math.floor(Date.now() / 1000),
    secret = this.target.secret,
  ): Promise<number> {
    if (!this.target.url) return 0;
    const body = JSON.stringify({ ...withPendingWebhooks(this.store, event), pending_webhooks: 1 }, null, 2);
    try {
      const response = await fetch(this.target.url, {
        method: 'POST',
        body,
        headers: {
          accept: '*/*; q=0.5, application/json',
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, signedAt),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  close(): void {
    this.closing.abort();
    clearTimeout(this.timer);
  }

  private schedule(id: string): void {
    if (this.mode === 'dropping' || !this.target.url) return;
    const dueAt = Date.now() + this.target.delayMs;
    this.store.put('delivery', id, { attempts: 0, dueAt });
    this.wake(dueAt);
  }

  /**
   * Sets the timer. Even an event that is due now waits for the timer, because the API request that creates the event
   * commits its changes only after this call.
   */
  private wake(at = Date.now()): void {
    if (at >= this.wakeAt || this.mode !== 'sending' || !this.target.url || this.closing.signal.aborted) return;
    clearTimeout(this.timer);
    this.wakeAt = at;
    this.timer = setTimeout(() => this.sendDue(), Math.max(0, at - Date.now()));
  }

  /** Sends due events, then sleeps until the next is due or a running attempt ends. */
  private sendDue(): void {
    this.wakeAt = Infinity;
    if (this.mode !== 'sending') return;
    let next = Infinity;
    for (const [id, { dueAt }] of this.store.rows.delivery) {
      if (this.sending.has(id)) continue;
      if (dueAt > Date.now()) next = Math.min(next, dueAt);
      else if (this.sending.size < MAX_PARALLEL) void this.attempt(id);
      else return;
    }
    if (next < Infinity) this.wake(next);
  }

  private async attempt(id: string): Promise<void> {
    const event = this.store.rows.event.get(id);
    this.sending.add(id);
    const status = event ? await this.post(event) : 200;
    this.sending.delete(id);
    if (this.closing.signal.aborted) return;
    const planned = this.store.rows.delivery.get(id);
    const attempts = (planned?.attempts ?? 0) + 1;
    if ((status >= 200 && status < 300) || attempts >= MAX_ATTEMPTS) this.store.remove('delivery', id);
    else if (planned) {
      const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), MAX_RETRY_MS);
      this.store.put('delivery', id, { attempts, dueAt: Date.now() + pause });
    }
    this.store.commit();
    this.resolveIdleWaiters();
    this.wake();
  }

  private resolveIdleWaiters(): void {
    if (this.store.rows.delivery.size > 0 || this.sending.size > 0) return;
    for (const resolve of this.idleWaiters.splice(0)) resolve();
  }
}
