import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Api } from './http/api.ts';
import { closeDispute, openDispute } from './payments/disputes.ts';
import { withPendingWebhooks } from './events.ts';
import { Faults, type Fault } from './faults.ts';
import { createStripeServer } from './http/http-server.ts';
import { Idempotency } from './http/idempotency.ts';
import { Store } from './store.ts';
import { failRefund } from './payments/refunds.ts';
import type { PaymentIntent, Refund, StripeEvent } from './stripe-objects.ts';
import { WebhookSender } from './webhook-sender.ts';

export interface StripeOptions {
  /** 0: a free port. */
  port: number;
  /** Must start with `sk_test_`. */
  secretKey: string;
  /** Must start with `pk_test_`. */
  publishableKey: string;
  /** The webhook endpoint of the shop. Undefined: no webhooks are sent. */
  webhookUrl?: string;
  webhookSecret: string;
  /** Directory of the journal, which keeps the state across restarts; default: in memory only. */
  directory?: string;
  /** Public address, if it differs from the listening address. */
  publicUrl?: string;
  /** Delay before the first delivery of an event, in milliseconds; default 0. */
  webhookDelayMs?: number;
  /** Default 127.0.0.1. */
  host?: string;
}

/** Controls for tests. */
export interface StripeControl {
  /** Holds webhooks back until `releaseWebhooks`. */
  holdWebhooks(): void;
  /** Discards pending and new webhooks until `releaseWebhooks`. */
  dropWebhooks(): void;
  /** Ends `holdWebhooks` and `dropWebhooks`; sends all pending webhooks immediately. */
  releaseWebhooks(): void;
  /**
   * Sends an event immediately, even if it was sent before. `signedAt` is a Unix time in seconds.
   * @returns the HTTP status of the shop, 0 without a response
   */
  deliver(eventId: string, options?: { signedAt?: number; secret?: string }): Promise<number>;
  /** Resolves when no webhook is pending. */
  webhooksDelivered(): Promise<void>;
  /** Disputes a payment, by default all of it. @returns the id of the dispute */
  dispute(paymentIntentId: string, amount?: number): string;
  closeDispute(disputeId: string, status: 'won' | 'lost'): void;
  /** Fails an accepted refund. */
  failRefund(refundId: string): void;
  /** Plans a fault for the next matching requests. */
  failNext(fault: Fault): void;
  clearFaults(): void;
  /** @returns all events, oldest first; payments and refunds have the same order */
  events(): StripeEvent[];
  payments(): PaymentIntent[];
  refunds(): Refund[];
}

export interface RunningStripe {
  url: string;
  port: number;
  control: StripeControl;
  close(): Promise<void>;
}

const checkOptions = ({ secretKey, publishableKey }: StripeOptions): void => {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The Stripe fake accepts only test payments and does not run in production.');
  if (!secretKey.startsWith('sk_test_'))
    throw new Error('The Stripe fake needs a secret key that starts with sk_test_.');
  if (!publishableKey.startsWith('pk_test_'))
    throw new Error('The Stripe fake needs a publishable key that starts with pk_test_.');
};

const createControl = (store: Store, webhooks: WebhookSender, faults: Faults): StripeControl => ({
  holdWebhooks: () => webhooks.hold(),
  dropWebhooks: () => webhooks.drop(),
  releaseWebhooks: () => webhooks.release(),
  deliver: async (eventId, { signedAt, secret } = {}) => {
    const event = store.rows.event.get(eventId);
    if (!event) throw new Error(`There is no event ${eventId}.`);
    return webhooks.post(event, signedAt, secret);
  },
  webhooksDelivered: () => webhooks.idle(),
  dispute: (paymentIntentId, amount) => openDispute(store, paymentIntentId, amount).id,
  closeDispute: (disputeId, status) => closeDispute(store, disputeId, status),
  failRefund: (refundId) => failRefund(store, refundId),
  failNext: (fault) => faults.add(fault),
  clearFaults: () => faults.clear(),
  events: () => [...store.rows.event.values()].map((event) => withPendingWebhooks(store, event)),
  payments: () => [...store.rows.payment_intent.values()],
  refunds: () => [...store.rows.refund.values()],
});

/**
 * Starts a fake of Stripe's API for card payments with test cards.
 * @throws {Error} in production, without test keys, when the port is in use or the journal is damaged
 */
export const startStripe = async (options: StripeOptions): Promise<RunningStripe> => {
  checkOptions(options);
  const { port, host = '127.0.0.1', webhookUrl, webhookSecret, webhookDelayMs = 0, directory, publicUrl } = options;
  const store = new Store(directory);
  const faults = new Faults();
  const api: Api = {
    keys: options,
    store,
    faults,
    idempotency: new Idempotency(store),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? '',
  };
  const server = createStripeServer(api);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  api.publicUrl ||= url;
  const webhooks = new WebhookSender(store, { url: webhookUrl, secret: webhookSecret, delayMs: webhookDelayMs });
  const close = async (): Promise<void> => {
    webhooks.close();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    store.close();
  };
  return { url, port: address.port, control: createControl(store, webhooks, faults), close };
};
