import { Inject, Injectable, Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import Stripe from 'stripe';
import type { Config } from '../../platform/config/config.js';
import { payments } from '../../platform/telemetry/metrics.js';
import { ApiError } from '../../platform/api-error.js';
import { inSpan } from '../../platform/telemetry/spans.js';
import { CONFIG } from '../../platform/tokens.js';
import { isUnstorableEvent, refuseUnstorable } from './malformed-webhook.js';
import { toPaymentMetadata, type MetadataFields } from './payment-metadata.js';
import {
  type CardPayment,
  type SettledCardPayment,
  type StripeEvent,
  EVENT_TYPES,
  toCardFacts,
} from './payment-event.js';
import { toCardPayment, toStripeEvent } from './stripe-objects.js';

/** How far the timestamp of a signature may be in the future. Stripe's library limits only how far it may be in the past. */
const MAX_CLOCK_SKEW_SECONDS = 300;

/** A 502 for a failed request to Stripe; a retry may succeed. */
export const providerUnavailable = () =>
  new ApiError(502, 'PAYMENT_PROVIDER_UNAVAILABLE', 'Failed to create payment', undefined, 2);

/** Another request with the same idempotency key is in flight. */
export class IdempotencyConflict extends Error {}

/** Stripe replays an earlier error for this idempotency key, or knows the key with other parameters; use another key. */
export class IdempotencyKeyExhausted extends Error {}

/** Stripe refuses to refund this payment; a retry cannot succeed. */
export class RefundRefused extends Error {}

/** A refund to create at Stripe. */
export interface RefundOrder {
  purchaseId: string;
  requestId: string;
  paymentId: string;
  paidTwice: boolean;
  /** Whether the request is for a part of the price. */
  partial: boolean;
  /** Minor units; null: all that is left at Stripe. */
  amountCents: number | null;
  serial: number;
}

/** A refund that Stripe has created. */
export interface MadeRefund {
  /** Null when the payment was already refunded. */
  refundId: string | null;
  /** Total refunded at Stripe after it, in minor units. */
  totalCents: number | 'all';
}

/** The only client of Stripe. A failed request is logged and throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE. */
@Injectable()
export class CardPayments {
  private readonly logger = new Logger('Payments');
  private client?: Stripe;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  private get stripe(): Stripe {
    const { secretKey, apiBase } = this.config.stripe;
    const base = apiBase ? new URL(apiBase) : null;
    this.client ??= new Stripe(secretKey, {
      // Two attempts of 3.5 s stay below the 10 s timeout of the browser.
      timeout: 3_500,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'https:' ? '443' : '80'),
        protocol: base.protocol === 'https:' ? 'https' : 'http',
      }),
    });
    return this.client;
  }

  /**
   * Opens the payment of a purchase; a repeat with the same purchase returns the same payment.
   * @throws {IdempotencyConflict} when another request with the same key is in flight
   * @throws {IdempotencyKeyExhausted} when another idempotency key is needed
   */
  async open(purchase: MetadataFields): Promise<CardPayment> {
    const metadata = Object.entries(toPaymentMetadata(purchase, this.config.tokenSecret));
    const params: Stripe.PaymentIntentCreateParams = {
      amount: purchase.amountCents,
      currency: purchase.currency.toLowerCase(),
      // Cards and the wallets that contain them: the means of payment that the checkout names (§ 312j (1) BGB).
      allowed_payment_method_types: ['card'],
      metadata: Object.fromEntries(metadata.filter(([, value]) => value !== '')),
    };
    const open = () => this.stripe.paymentIntents.create(params, { idempotencyKey: purchase.id });
    try {
      const payment = toCardPayment(await spanned('open payment', open));
      payments.inc({ outcome: 'started' });
      return payment;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) {
        if (error.statusCode === 409) throw new IdempotencyConflict();
        // The first request with this key had other parameters, for example those of an earlier version of the shop.
        if (error instanceof Stripe.errors.StripeIdempotencyError) throw new IdempotencyKeyExhausted();
        if (error.headers?.['idempotent-replayed'] === 'true') throw new IdempotencyKeyExhausted();
      }
      payments.inc({ outcome: 'failed' });
      throw this.unavailable(error);
    }
  }

  async find(paymentId: string): Promise<CardPayment> {
    return this.call('find payment', () => this.stripe.paymentIntents.retrieve(paymentId));
  }

  /** Updates the metadata of an open payment. */
  async updateMetadata(paymentId: string, purchase: MetadataFields): Promise<void> {
    const metadata = toPaymentMetadata(purchase, this.config.tokenSecret);
    await this.call('update payment metadata', () => this.stripe.paymentIntents.update(paymentId, { metadata }));
  }

  /** @returns null when the payment does not exist or was never paid */
  async findSettled(paymentId: string): Promise<SettledCardPayment | null> {
    try {
      const intent = await spanned('find settled payment', () =>
        this.stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
      );
      const { latest_charge: charge } = intent;
      if (intent.status !== 'succeeded' || !charge || typeof charge === 'string') return null;
      const { amount_refunded: refundedCents, payment_method_details: method, billing_details: billing } = charge;
      const card = { ...toCardFacts(method), email: billing.email };
      return { payment: toCardPayment(intent), createdAt: new Date(intent.created * 1000), refundedCents, ...card };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
      throw this.unavailable(error);
    }
  }

  /** Lists all payments that were created on the Stripe account since a time. */
  async *listSince(since: Date): AsyncGenerator<CardPayment> {
    try {
      const created = { gte: unixTime(since) };
      for await (const intent of this.stripe.paymentIntents.list({ created, limit: 100 })) yield toCardPayment(intent);
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Cancels an unpaid payment. @returns the payment; its state is `succeeded` when the buyer paid in the meantime */
  async cancel(paymentId: string): Promise<CardPayment> {
    const payment = await this.find(paymentId);
    if (payment.state !== 'open') return payment;
    try {
      return await this.call('cancel payment', () => this.stripe.paymentIntents.cancel(paymentId));
    } catch {
      return this.find(paymentId);
    }
  }

  /**
   * Refunds an amount, or by default the part of a payment that is not refunded yet. Repeated calls with the same request and
   * serial create one refund. Without an amount, calls with different serials never refund more than was paid, because Stripe
   * refuses that. With an amount, call `findRefund` first.
   * @throws {RefundRefused} when Stripe refuses the refund
   * @throws {IdempotencyKeyExhausted} when another serial is needed
   */
  async refund(order: RefundOrder): Promise<MadeRefund> {
    const { purchaseId, requestId, paymentId, amountCents, serial } = order;
    const params: Stripe.RefundCreateParams = {
      payment_intent: paymentId,
      reason: order.paidTwice ? 'duplicate' : 'requested_by_customer',
      metadata: { purchase_id: purchaseId, serial },
    };
    if (amountCents !== null) {
      params.amount = amountCents;
      params.expand = ['charge'];
      params.metadata = { ...(params.metadata as object), request_id: requestId };
    }
    const idempotencyKey = `refund-${order.partial ? requestId : purchaseId}-${serial}`;
    try {
      const refund = await spanned('refund', () => this.stripe.refunds.create(params, { idempotencyKey }));
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new RefundRefused(refund.failure_reason ?? refund.status);
      return { refundId: refund.id, totalCents: toRefundedTotal(refund) };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) {
        if (error.code === 'charge_already_refunded') return { refundId: null, totalCents: 'all' };
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
          throw new RefundRefused(error.code ?? error.message);
        if (error instanceof Stripe.errors.StripeIdempotencyError) throw new IdempotencyKeyExhausted();
        if (error.headers?.['idempotent-replayed'] === 'true') throw new IdempotencyKeyExhausted();
      }
      if (error instanceof RefundRefused) throw error;
      throw this.unavailable(error);
    }
  }

  /** Finds the refund of an amount that Stripe has created for a request and no bank has returned. */
  async findRefund({ paymentId, requestId }: RefundOrder): Promise<MadeRefund | null> {
    try {
      const params = { payment_intent: paymentId, limit: 100, expand: ['data.charge'] };
      for await (const refund of this.stripe.refunds.list(params)) {
        const { metadata, status } = refund;
        if (metadata?.request_id === requestId && status !== 'failed' && status !== 'canceled')
          return { refundId: refund.id, totalCents: toRefundedTotal(refund) };
      }
      return null;
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Lists the events between two times, the oldest first, whether or not their webhooks arrived. */
  async listEvents(from: Date, to: Date): Promise<StripeEvent[]> {
    const created = { gte: unixTime(from), lte: unixTime(to) };
    const events: StripeEvent[] = [];
    try {
      for await (const event of this.stripe.events.list({ types: EVENT_TYPES, created, limit: 100 })) {
        const stripeEvent = toStripeEvent(event);
        if (stripeEvent && !isUnstorableEvent(event)) events.push(stripeEvent);
      }
    } catch (error) {
      throw this.unavailable(error);
    }
    return events.toReversed();
  }

  /**
   * Parses a webhook.
   * @throws {ApiError} 400 INVALID_SIGNATURE unless Stripe has signed the webhook within the last five minutes
   * @throws {ApiError} 400 BAD_REQUEST for a body that is not an event
   * @throws {MalformedWebhook} for an event that cannot be stored
   */
  read(rawBody: Buffer | undefined, signature: string | undefined): StripeEvent {
    const refused = new ApiError(400, 'INVALID_SIGNATURE', 'The signature does not match');
    if (!rawBody || !signature) throw refused;
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
    if (!(signedAt <= Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS)) throw refused;
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(rawBody, signature, this.config.checkout.webhookSecret);
    } catch {
      throw refused;
    }
    refuseUnstorable(event);
    const stripeEvent = toStripeEvent(event);
    if (!stripeEvent) throw new ApiError(400, 'BAD_REQUEST', 'The body is not a Stripe event');
    return stripeEvent;
  }

  private async call(name: string, request: () => Promise<Stripe.PaymentIntent>): Promise<CardPayment> {
    try {
      return toCardPayment(await spanned(name, request));
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Logs the cause, such as a wrong API key; the buyer gets a general error. */
  private unavailable(error: unknown): ApiError {
    const { type, code, statusCode, requestId } = error as Partial<InstanceType<typeof Stripe.errors.StripeError>>;
    this.logger.error({ type, code, statusCode, requestId }, 'Stripe refused or did not respond');
    return providerUnavailable();
  }
}

const spanned = <T>(name: string, request: () => Promise<T>) =>
  inSpan(`Stripe ${name}`, { kind: SpanKind.CLIENT }, request);
const unixTime = (at: Date) => Math.floor(at.getTime() / 1000);

/** The refunded total of the charge; 'all' also when the charge was not requested, because the rest was refunded. */
function toRefundedTotal({ charge }: Stripe.Refund): number | 'all' {
  return charge && typeof charge !== 'string' && !charge.refunded ? charge.amount_refunded : 'all';
}
