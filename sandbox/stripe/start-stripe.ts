import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Api } from './http/api.ts';
import { closeDispute, openDispute } from './payments/disputes.ts';
import { eventNow } from './events.ts';
import { Faults, type Fault } from './faults.ts';
import { createStripeServer } from './http/http-server.ts';
import { Idempotency } from './http/idempotency.ts';
import { Ledger } from './ledger.ts';
import { failRefund } from './payments/refunds.ts';
import type { PaymentIntent, Refund, StripeEvent } from './stripe-objects.ts';
import { WebhookSender } from './webhook-sender.ts';

export interface StripeOptions {
  /** 0 takes a free one. */
  port: number;
  /** `sk_test_…`; anything else is refused. */
  secretKey: string;
  /** `pk_test_…`; anything else is refused. */
  publishableKey: string;
  /** The shop's endpoint; without one nothing is sent. */
  webhookUrl?: string;
  webhookSecret: string;
  /** Keeps everything in a journal here, so that a restart goes on where it stopped. Without it, memory only. */
  directory?: string;
  /** Where browsers reach the fake, when that is not the address it listens on. */
  publicUrl?: string;
  /** Pause between a fact and the first delivery of its event, in milliseconds; 0 unless told. */
  webhookDelayMs?: number;
  /** 127.0.0.1 unless told. */
  host?: string;
}

/** What tests may do behind the shop's back. */
export interface StripeControl {
  /** Events pile up until `releaseWebhooks`. */
  holdWebhooks(): void;
  /** Events are lost until `releaseWebhooks`, those still waiting too. */
  dropWebhooks(): void;
  releaseWebhooks(): void;
  /** Sends an event now, again if need be; answers the HTTP status of the shop, 0 when it did not answer. */
  deliver(eventId: string, how?: { signedAt?: number; secret?: string }): Promise<number>;
  /** Resolves when no webhook waits for delivery. */
  webhooksDelivered(): Promise<void>;
  /** The buyer's bank disputes a payment that was made; answers the dispute's id. */
  dispute(paymentIntentId: string): string;
  closeDispute(disputeId: string, how: 'won' | 'lost'): void;
  /** The buyer's bank sends a refund back that was accepted before. */
  failRefund(refundId: string): void;
  failNext(fault: Fault): void;
  clearFaults(): void;
  /** Oldest first, like the two below. */
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

const refuseWrongUse = ({ secretKey, publishableKey }: StripeOptions): void => {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The Stripe fake takes test payments only and does not run in production.');
  if (!secretKey.startsWith('sk_test_'))
    throw new Error('The Stripe fake needs a secret key that starts with sk_test_.');
  if (!publishableKey.startsWith('pk_test_'))
    throw new Error('The Stripe fake needs a publishable key that starts with pk_test_.');
};

const controlOf = (ledger: Ledger, webhooks: WebhookSender, faults: Faults): StripeControl => ({
  holdWebhooks: () => webhooks.hold(),
  dropWebhooks: () => webhooks.drop(),
  releaseWebhooks: () => webhooks.release(),
  deliver: async (eventId, { signedAt, secret } = {}) => {
    const event = ledger.rows.event.get(eventId);
    if (!event) throw new Error(`There is no event ${eventId}.`);
    return webhooks.post(event, signedAt, secret);
  },
  webhooksDelivered: () => webhooks.idle(),
  dispute: (paymentIntentId) => openDispute(ledger, paymentIntentId).id,
  closeDispute: (disputeId, how) => closeDispute(ledger, disputeId, how),
  failRefund: (refundId) => failRefund(ledger, refundId),
  failNext: (fault) => faults.add(fault),
  clearFaults: () => faults.clear(),
  events: () => [...ledger.rows.event.values()].map((event) => eventNow(ledger, event)),
  payments: () => [...ledger.rows.payment_intent.values()],
  refunds: () => [...ledger.rows.refund.values()],
});

/**
 * Starts a server that speaks Stripe's API for card payments with test cards; no money moves.
 * Throws in production, for keys that are no test keys, and when the port is taken or the journal is damaged.
 */
export const startStripe = async (options: StripeOptions): Promise<RunningStripe> => {
  refuseWrongUse(options);
  const { port, host = '127.0.0.1', webhookUrl, webhookSecret, webhookDelayMs = 0, directory, publicUrl } = options;
  const ledger = new Ledger(directory);
  const faults = new Faults();
  const api: Api = {
    keys: options,
    ledger,
    faults,
    idempotency: new Idempotency(ledger),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? '',
  };
  const server = createStripeServer(api);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    ledger.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  api.publicUrl ||= url;
  const webhooks = new WebhookSender(ledger, { url: webhookUrl, secret: webhookSecret, delayMs: webhookDelayMs });
  const close = async (): Promise<void> => {
    webhooks.close();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    ledger.close();
  };
  return { url, port: address.port, control: controlOf(ledger, webhooks, faults), close };
};
