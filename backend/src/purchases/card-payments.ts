import { Inject, Injectable, Logger } from '@nestjs/common';
import Stripe from 'stripe';
import type { Config } from '../platform/config.js';
import { Problem } from '../platform/problem.js';
import { CONFIG } from '../platform/tokens.js';

export interface CardPayment {
  id: string;
  clientSecret: string;
  state: 'open' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  purchaseId: string | null;
}

export type PaymentNews =
  | { kind: 'succeeded' | 'cancelled'; payment: CardPayment }
  | { kind: 'refunded'; paymentId: string; whole: boolean }
  | { kind: 'other' };

export interface PaymentReport {
  eventId: string;
  type: string;
  objectId: string | null;
  news: PaymentNews;
}

/** Stripe's own tolerance has no upper bound for signatures from the future. */
const MAX_CLOCK_SKEW_SECONDS = 300;

/** 502: the buyer's money is safe, and the same click may work in a moment. */
export const providerUnavailable = () =>
  new Problem(502, 'PAYMENT_PROVIDER_UNAVAILABLE', 'Failed to create payment', undefined, 2);

/** Somebody else is opening the very same payment at this moment, or an earlier try of ours still is. */
export class PaymentBusy extends Error {}

/** The provider keeps answering the failure of an earlier try under this idempotency key; only another key helps. */
export class PaymentSpoilt extends Error {}

/** The only door to the card provider. Its failures are logged and come out as 502 PAYMENT_PROVIDER_UNAVAILABLE. */
@Injectable()
export class CardPayments {
  private readonly logger = new Logger('Payments');
  private readonly stripe: Stripe;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const base = config.stripe.apiBase ? new URL(config.stripe.apiBase) : null;
    this.stripe = new Stripe(config.stripe.secretKey, {
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
  }

  /**
   * Opens the payment of a purchase; a repeat with the same purchase finds the same payment.
   * @throws PaymentBusy PaymentSpoilt Problem
   */
  async open(purchase: {
    id: string;
    orderNumber: string;
    amountCents: number;
    currency: string;
  }): Promise<CardPayment> {
    const open = () =>
      this.stripe.paymentIntents.create(
        {
          amount: purchase.amountCents,
          currency: purchase.currency.toLowerCase(),
          // Whatever leads away from the shop is left out; a card's 3-D Secure step is not affected.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { purchase_id: purchase.id, order_number: purchase.orderNumber },
        },
        { idempotencyKey: purchase.id },
      );
    try {
      return view(await open());
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) {
        if (error.statusCode === 409) throw new PaymentBusy();
        if (error.headers?.['idempotent-replayed'] === 'true') throw new PaymentSpoilt();
      }
      throw this.unavailable(error);
    }
  }

  async find(paymentId: string): Promise<CardPayment> {
    return this.call(() => this.stripe.paymentIntents.retrieve(paymentId));
  }

  /** Closes an unpaid payment; @returns its final state, which may be that it was paid meanwhile. */
  async cancel(paymentId: string): Promise<CardPayment> {
    const payment = await this.find(paymentId);
    if (payment.state !== 'open') return payment;
    try {
      return await this.call(() => this.stripe.paymentIntents.cancel(paymentId));
    } catch {
      return this.find(paymentId);
    }
  }

  /** Reads a webhook. @throws Problem 400 INVALID_SIGNATURE for anything the card provider did not sign just now */
  read(rawBody: Buffer | undefined, signature: string | undefined): PaymentReport {
    const refused = new Problem(400, 'INVALID_SIGNATURE', 'The signature does not match');
    if (!rawBody || !signature) throw refused;
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
    if (!(signedAt <= Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS)) throw refused;
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(rawBody, signature, this.config.stripe.webhookSecret);
    } catch {
      throw refused;
    }
    const object = event?.data?.object as { id?: unknown } | null | undefined;
    if (typeof event?.id !== 'string' || typeof event.type !== 'string' || typeof object?.id !== 'string') {
      throw new Problem(400, 'BAD_REQUEST', 'This is no event of the card provider');
    }
    return { eventId: event.id, type: event.type, objectId: object.id, news: newsOf(event) };
  }

  private async call(request: () => Promise<Stripe.PaymentIntent>): Promise<CardPayment> {
    try {
      return view(await request());
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Buyers read that the provider is away; the operator must read why, or a wrong key would stay unnoticed. */
  private unavailable(error: unknown): Problem {
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
  };
}

function newsOf(event: Stripe.Event): PaymentNews {
  switch (event.type) {
    case 'payment_intent.succeeded':
      return { kind: 'succeeded', payment: view(event.data.object) };
    case 'payment_intent.canceled':
      return { kind: 'cancelled', payment: view(event.data.object) };
    case 'charge.refunded': {
      const { payment_intent: intent, refunded } = event.data.object;
      const paymentId = typeof intent === 'string' ? intent : intent?.id;
      return typeof paymentId === 'string' ? { kind: 'refunded', paymentId, whole: refunded } : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}
