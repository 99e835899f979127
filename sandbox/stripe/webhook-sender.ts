import { createHmac } from 'node:crypto';
import { eventNow } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { StripeEvent } from './stripe-objects.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const MAX_ATTEMPTS = 500;
const TIMEOUT_MS = 10_000;
const AT_ONCE = 8;

export interface WebhookTarget {
  /** Undefined: nobody wants to know. */
  url: string | undefined;
  secret: string;
  /** How long after the fact the first attempt starts, in milliseconds. */
  delayMs: number;
}

/** The Stripe-Signature header for a body, `t` in Unix seconds. */
export const signatureHeader = (body: string, secret: string, t: number): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;

/** Delivers every event at least once, oldest first but not one after the other, with growing pauses after failures. */
export class WebhookSender {
  private mode: 'sending' | 'holding' | 'dropping' = 'sending';
  private readonly sending = new Set<string>();
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer is set for, in milliseconds. */
  private wakeAt = Infinity;
  private idlers: (() => void)[] = [];
  private readonly ledger: Ledger;
  private readonly target: WebhookTarget;

  constructor(ledger: Ledger, target: WebhookTarget) {
    this.ledger = ledger;
    this.target = target;
    ledger.onAnnounced = (event) => this.plan(event.id);
    this.wake();
  }

  hold(): void {
    this.mode = 'holding';
  }

  /** Everything planned so far is lost, as is everything that happens until `release`. */
  drop(): void {
    this.mode = 'dropping';
    for (const id of this.ledger.rows.delivery.keys()) this.ledger.remove('delivery', id);
    this.ledger.commit();
    this.tellIdlers();
  }

  /** Back to normal; what was held or waits for its next attempt goes out at once. */
  release(): void {
    this.mode = 'sending';
    for (const [id, delivery] of this.ledger.rows.delivery)
      this.ledger.put('delivery', id, { ...delivery, dueAt: Date.now() });
    this.ledger.commit();
    this.wake();
  }

  /** Resolves as soon as no delivery is planned or under way. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.idlers.push(resolve);
      this.tellIdlers();
    });
  }

  /** One attempt, now, whatever the mode. Resolves with the HTTP status, 0 when nobody answered. */
  async post(
    event: StripeEvent,
    signedAt = Math.floor(Date.now() / 1000),
    secret = this.target.secret,
  ): Promise<number> {
    if (!this.target.url) return 0;
    const body = JSON.stringify({ ...eventNow(this.ledger, event), pending_webhooks: 1 }, null, 2);
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

  private plan(id: string): void {
    if (this.mode === 'dropping' || !this.target.url) return;
    const dueAt = Date.now() + this.target.delayMs;
    this.ledger.put('delivery', id, { attempts: 0, dueAt });
    this.wake(dueAt);
  }

  /** Never sends within the current call, which has yet to commit. */
  private wake(at = Date.now()): void {
    if (at >= this.wakeAt || this.mode !== 'sending' || !this.target.url || this.closing.signal.aborted) return;
    clearTimeout(this.timer);
    this.wakeAt = at;
    this.timer = setTimeout(() => this.sendDue(), Math.max(0, at - Date.now()));
  }

  /** Sends what is due; sleeps until the next is, or until an attempt under way has ended. */
  private sendDue(): void {
    this.wakeAt = Infinity;
    if (this.mode !== 'sending') return;
    let next = Infinity;
    for (const [id, { dueAt }] of this.ledger.rows.delivery) {
      if (this.sending.has(id)) continue;
      if (dueAt > Date.now()) next = Math.min(next, dueAt);
      else if (this.sending.size < AT_ONCE) void this.attempt(id);
      else return;
    }
    if (next < Infinity) this.wake(next);
  }

  private async attempt(id: string): Promise<void> {
    const event = this.ledger.rows.event.get(id);
    this.sending.add(id);
    const status = event ? await this.post(event) : 200;
    this.sending.delete(id);
    if (this.closing.signal.aborted) return;
    const planned = this.ledger.rows.delivery.get(id);
    const attempts = (planned?.attempts ?? 0) + 1;
    if ((status >= 200 && status < 300) || attempts >= MAX_ATTEMPTS) this.ledger.remove('delivery', id);
    else if (planned) {
      const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY_MS);
      this.ledger.put('delivery', id, { attempts, dueAt: Date.now() + pause });
    }
    this.ledger.commit();
    this.tellIdlers();
    this.wake();
  }

  private tellIdlers(): void {
    if (this.ledger.rows.delivery.size > 0 || this.sending.size > 0) return;
    for (const resolve of this.idlers.splice(0)) resolve();
  }
}
