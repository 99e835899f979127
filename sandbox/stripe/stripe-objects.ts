import { randomBytes } from 'node:crypto';

/** The version of Stripe's API that these objects follow. The installed `stripe` package requests the same version. */
export const API_VERSION = '2026-10-28.endive';

/** Unix time in seconds. */
export const secondsNow = (): number => Math.floor(Date.now() / 1000);

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  allow_redisplay: 'unspecified';
  billing_details: BillingDetails;
  card: {
    brand: 'visa';
    checks: { address_line1_check: null; address_postal_code_check: null; cvc_check: 'pass' };
    country: 'DE' | 'US';
    display_brand: 'visa';
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: 'credit';
    generated_from: null;
    last4: string;
    networks: { available: string[]; preferred: null };
    regulated_status: 'unregulated';
    three_d_secure_usage: { supported: true };
    wallet: null;
  };
  created: number;
  customer: null;
  customer_account: null;
  livemode: false;
  metadata: Record<string, string>;
  type: 'card';
}

export interface BillingDetails {
  address: Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: null;
}

export interface LastPaymentError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  message: string;
  doc_url: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_method: PaymentMethod;
}

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

/** Fields of a PaymentIntent that the fake never sets. */
export const UNSET_INTENT_FIELDS = {
  application: null,
  application_fee_amount: null,
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  transfer_data: null,
  transfer_group: null,
} as const;

export type PaymentIntent = typeof UNSET_INTENT_FIELDS & {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: 0;
  amount_details: { tip: Record<string, never> };
  amount_received: number;
  allowed_payment_method_types: string[] | null;
  automatic_payment_methods: { allow_redirects: 'always' | 'never'; enabled: boolean } | null;
  canceled_at: number | null;
  cancellation_reason: 'abandoned' | 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  capture_method: 'automatic' | 'automatic_async';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  description: string | null;
  last_payment_error: LastPaymentError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: { type: 'redirect_to_url'; redirect_to_url: { return_url: string | null; url: string } } | null;
  payment_method: string | null;
  payment_method_options: {
    card: { installments: null; mandate_options: null; network: null; request_three_d_secure: 'automatic' };
  };
  payment_method_types: string[];
  receipt_email: string | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: PaymentIntentStatus;
};

/** Fields of a Charge that the fake never sets. */
export const UNUSED_BY_CHARGES = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  customer: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  transfer_data: null,
  transfer_group: null,
} as const;

export type Charge = typeof UNUSED_BY_CHARGES & {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  billing_details: BillingDetails;
  calculated_statement_descriptor: string;
  captured: boolean;
  created: number;
  currency: string;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: Record<string, never>;
  livemode: false;
  metadata: Record<string, string>;
  outcome: {
    advice_code: null;
    network_advice_code: null;
    network_decline_code: string | null;
    network_status: 'approved_by_network' | 'declined_by_network';
    reason: string | null;
    risk_level: 'normal';
    seller_message: string;
    type: 'authorized' | 'issuer_declined';
  };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: ChargedCard };
  receipt_email: string | null;
  refunded: boolean;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: 'succeeded' | 'failed';
};

export interface ChargedCard {
  amount_authorized: number | null;
  authorization_code: null;
  brand: string;
  checks: PaymentMethod['card']['checks'];
  country: string;
  electronic_commerce_indicator: null;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: string;
  installments: null;
  last4: string;
  mandate: null;
  network: string;
  network_transaction_id: null;
  regulated_status: 'unregulated';
  three_d_secure: {
    authentication_flow: 'challenge';
    result: 'authenticated';
    result_reason: null;
    version: '2.2.0';
    electronic_commerce_indicator: '05';
    exemption_indicator: null;
    transaction_id: string;
  } | null;
  transaction_link_id: null;
  wallet: null;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: null;
  charge: string;
  created: number;
  currency: string;
  customer: null;
  customer_account: null;
  destination_details: {
    card: { reference_status: 'pending'; reference_type: 'acquirer_reference_number'; type: 'refund' };
    type: 'card';
  };
  metadata: Record<string, string>;
  payment_intent: string;
  payment_method: string;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  receipt_number: null;
  source_transfer_reversal: null;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  transfer_reversal: null;
}

export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

/** A change of the shop's balance because of a dispute. */
export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  currency: string;
  fee: number;
  net: number;
  reporting_category: 'dispute' | 'dispute_reversal';
  type: 'adjustment';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: never[];
  evidence: Record<string, never>;
  evidence_details: { due_by: number; has_evidence: false; past_due: false; submission_count: 0 };
  is_charge_refundable: false;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: 'fraudulent';
  status: DisputeStatus;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
