import { Inject, Injectable, Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import Stripe from 'stripe';
import type { Config } from '../../platform/config/config.js';
import { payments } from '../../platform/telemetry/metrics.js';
import { ApiError } from '../../platform/api-error.js';
import { inSpan } from '../../platform/telemetry/spans.js';
import { CONFIG } from '../../platform/tokens.js';
import { isUnstorableEvent, refuseUnstorable } from './malformed-webhook.js';
import { toPaymentMetadata, type NotedOrder } from './payment-metadata.js';
import {
  type CardPayment,
  type PaymentEvent,
  type StripeEvent,
  type SettledCard,
  EVENT_TYPES,
} from './payment-event.js';

/** Stripe's own tolerance has no upper bound for signatures from the future. */
const MAX_CLOCK_SKEW_SECONDS = 300;

/** 502: the buyer's money is safe, and the same click may work in a moment. */
export const providerUnavailable = () =>
  new ApiError(502, 'PAYMENT_PROVIDER_UNAVAILABLE', 'Failed to create payment', undefined, 2);

/** Somebody else is opening the very same payment at this moment, or an earlier try of ours still is. */
export class IdempotencyConflict extends Error {}

/** The provider keeps answering the failure of an earlier try under this idempotency key; only another key helps. */
export class IdempotencyKeyExhausted extends Error {}

/** The card provider will not pay this money back; asking again in the same way cannot help. */
export class RefundRefused extends Error {}

/** The only door to the card provider. Its failures are logged and come out as 502 PAYMENT_PROVIDER_UNAVAILABLE. */
@Injectable()
export class CardPayments {
  private readonly logger = new Logger('Payments');
  private client?: Stripe;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  private get stripe(): Stripe {
    const { secretKey, apiBase } = this.config.stripe;
    const base = apiBase ? new URL(apiBase) : null;
    this.client ??= new Stripe(secretKey, {
      // Two tries of 3.5 s stay below the ten seconds that a browser waits.
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
   * Opens the payment of a purchase; a repeat with the same purchase finds the same payment.
   * @throws PaymentBusy PaymentSpoilt Problem
   */
  async open(purchase: NotedOrder): Promise<CardPayment> {
    const note = Object.entries(toPaymentMetadata(purchase, this.config.tokenSecret)).filter(
      ([, value]) => value !== '',
    );
    const open = () =>
      this.stripe.paymentIntents.create(
        {
          amount: purchase.amountCents,
          currency: purchase.currency.toLowerCase(),
          // Whatever leads away from the shop is left out; a card's 3-D Secure step is not affected.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: Object.fromEntries(note),
        },
        { idempotencyKey: purchase.id },
      );
    try {
      const payment = view(await spanned('open payment', open));
      payments.inc({ outcome: 'started' });
      return payment;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) {
        if (error.statusCode === 409) throw new IdempotencyConflict();
        // An earlier version of the shop asked in other words; nobody was ever shown what it got.
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

  /** Writes on an open payment what its buyer says now. @throws ApiError */
  async describe(paymentId: string, purchase: NotedOrder): Promise<void> {
    const metadata = toPaymentMetadata(purchase, this.config.tokenSecret);
    await this.call('describe payment', () => this.stripe.paymentIntents.update(paymentId, { metadata }));
  }

  /** @returns null when there is no such payment, or it was never paid @throws ApiError */
  async findSettled(paymentId: string): Promise<SettledCard | null> {
    try {
      const intent = await spanned('find settled payment', () =>
        this.stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
      );
      const { latest_charge: charge } = intent;
      if (intent.status !== 'succeeded' || !charge || typeof charge === 'string') return null;
      const { amount_refunded: refundedCents, payment_method_details: method, billing_details: billing } = charge;
      const card = { cardCountry: method?.card?.country ?? null, email: billing.email };
      return { payment: view(intent), begunAt: new Date(intent.created * 1000), refundedCents, ...card };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
      throw this.unavailable(error);
    }
  }

  /** Every payment that was begun since a moment, of whomever. @throws ApiError */
  async *listSince(since: Date): AsyncGenerator<CardPayment> {
    try {
      const created = { gte: unixTime(since) };
      for await (const intent of this.stripe.paymentIntents.list({ created, limit: 100 })) yield view(intent);
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Closes an unpaid payment; @returns its final state, which may be that it was paid meanwhile. */
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
   * Pays back whatever is left of a payment. The same purchase and serial never pay back twice, and neither do others:
   * the provider gives back no more than was paid.
   * @returns the id of the refund, or null when the money went back before
   * @throws RefundRefused PaymentSpoilt Problem
   */
  async refund(order: {
    purchaseId: string;
    paymentId: string;
    paidTwice: boolean;
    serial: number;
  }): Promise<string | null> {
    try {
      const create = () =>
        this.stripe.refunds.create(
          {
            payment_intent: order.paymentId,
            reason: order.paidTwice ? 'duplicate' : 'requested_by_customer',
            metadata: { purchase_id: order.purchaseId, serial: order.serial },
          },
          { idempotencyKey: `refund-${order.purchaseId}-${order.serial}` },
        );
      const refund = await spanned('refund', create);
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new RefundRefused(refund.failure_reason ?? refund.status);
      return refund.id;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) {
        if (error.code === 'charge_already_refunded') return null;
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
          throw new RefundRefused(error.code ?? error.message);
        if (error.headers?.['idempotent-replayed'] === 'true') throw new IdempotencyKeyExhausted();
      }
      if (error instanceof RefundRefused) throw error;
      throw this.unavailable(error);
    }
  }

  /** What happened between two moments, oldest first, whether or not a webhook told it. @throws ApiError */
  async reports(from: Date, to: Date): Promise<StripeEvent[]> {
    const created = { gte: unixTime(from), lte: unixTime(to) };
    const found: StripeEvent[] = [];
    try {
      for await (const event of this.stripe.events.list({ types: EVENT_TYPES, created, limit: 100 })) {
        const report = reportOf(event);
        if (report && !isUnstorableEvent(event)) found.push(report);
      }
    } catch (error) {
      throw this.unavailable(error);
    }
    return found.toReversed();
  }

  /** Reads a webhook. @throws ApiError 400 INVALID_SIGNATURE unless just signed by the provider @throws MalformedWebhook 400 */
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
    const report = reportOf(event);
    if (!report) throw new ApiError(400, 'BAD_REQUEST', 'This is no event of the card provider');
    return report;
  }

  private async call(name: string, request: () => Promise<Stripe.PaymentIntent>): Promise<CardPayment> {
    try {
      return view(await spanned(name, request));
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Buyers read that the provider is away; the operator must read why, or a wrong key would stay unnoticed. */
  private unavailable(error: unknown): ApiError {
    const { type, code, statusCode, requestId } = error as Partial<InstanceType<typeof Stripe.errors.StripeError>>;
    this.logger.error({ type, code, statusCode, requestId }, 'the card provider refused or did not answer');
    return providerUnavailable();
  }
}

function view(intent: Stripe.PaymentIntent): CardPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret!,
    state: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'cancelled' : 'open',
    amountCents: intent.amount,
    currency: intent.currency,
    purchaseId: intent.metadata?.purchase_id ?? null,
    metadata: intent.metadata ?? {},
  };
}

/** @returns null for what only looks like an event */
function reportOf(event: Stripe.Event): StripeEvent | null {
  const object = event?.data?.object as { id?: unknown } | null | undefined;
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || typeof object?.id !== 'string') return null;
  return { eventId: event.id, type: event.type, objectId: object.id, news: toPaymentEvent(event) };
}

const spanned = <T>(name: string, request: () => Promise<T>) =>
  inSpan(`Stripe ${name}`, { kind: SpanKind.CLIENT }, request);
const unixTime = (at: Date) => Math.floor(at.getTime() / 1000);
const idOf = (named: string | { id: string } | null | undefined) => (typeof named === 'string' ? named : named?.id);

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  if (event.type === 'payment_intent.succeeded') return { kind: 'succeeded', payment: view(event.data.object) };
  if (event.type === 'payment_intent.canceled') return { kind: 'cancelled', payment: view(event.data.object) };
  if (event.type === 'payment_intent.payment_failed') {
    const { id: paymentId, purchaseId } = view(event.data.object);
    return { kind: 'declined', paymentId, purchaseId, at: new Date(event.created * 1000) };
  }
  const object = event.data.object as { payment_intent?: string | { id: string } | null };
  const paymentId = idOf(object.payment_intent);
  if (typeof paymentId !== 'string') return { kind: 'other' };
  switch (event.type) {
    case 'charge.succeeded': {
      const { metadata, payment_method_details: method } = event.data.object;
      const cardCountry = method?.card?.country ?? null;
      return { kind: 'charged', paymentId, purchaseId: metadata?.purchase_id ?? null, cardCountry };
    }
    case 'charge.refunded': {
      const { metadata, refunded, amount_refunded: part } = event.data.object;
      const cents = refunded ? 'all' : Number.isSafeInteger(part) ? part : 0;
      return { kind: 'refunded', paymentId, purchaseId: metadata?.purchase_id ?? null, cents };
    }
    case 'refund.failed': {
      const { id, metadata, failure_reason: reason } = event.data.object;
      const serial = metadata?.serial ? Number(metadata.serial) : null;
      return {
        kind: 'refund-failed',
        paymentId,
        purchaseId: metadata?.purchase_id ?? null,
        reason: reason ?? 'failed',
        refund: { id, serial },
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { status } = event.data.object;
      const state = status === 'lost' ? 'lost' : DISPUTES_WON.has(status) ? 'won' : 'open';
      return { kind: 'disputed', paymentId, purchaseId: null, state };
    }
    default:
      return { kind: 'other' };
  }
}

/** A closed inquiry leaves the money with the shop, like a dispute that was won or prevented. */
const DISPUTES_WON = new Set<string>(['won', 'warning_closed', 'prevented']);
