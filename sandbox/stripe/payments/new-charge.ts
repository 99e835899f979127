import { newId, secondsNow, UNUSED_BY_CHARGES } from '../stripe-objects.ts';
import type { Charge, ChargedCard, LastPaymentError, PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

/** The reason of a decline. */
export type Decline = Pick<LastPaymentError, 'code' | 'message'> & { decline_code: string };

const chargedCard = ({ card }: PaymentMethod, amount: number | null, authenticated: boolean): ChargedCard => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card.brand,
  checks: card.checks,
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: authenticated
    ? {
        authentication_flow: 'challenge',
        electronic_commerce_indicator: '05',
        exemption_indicator: null,
        result: 'authenticated',
        result_reason: null,
        transaction_id: newId('test'),
        version: '2.2.0',
      }
    : null,
  transaction_link_id: null,
  wallet: null,
});

/** @returns a succeeded charge, or a failed one with `decline` */
export const newCharge = (
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | null,
  authenticated: boolean,
): Charge => ({
  ...UNUSED_BY_CHARGES,
  id: newId('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  billing_details: method.billing_details,
  calculated_statement_descriptor: 'TEST PAYMENT',
  captured: !decline,
  created: secondsNow(),
  currency: intent.currency,
  description: intent.description,
  disputed: false,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  },
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { type: 'card', card: chargedCard(method, decline ? null : intent.amount, authenticated) },
  receipt_email: intent.receipt_email,
  refunded: false,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: decline ? 'failed' : 'succeeded',
});
