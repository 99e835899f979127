import { shopConfig } from '../../api/config';
import type { PaymentStarted } from '../../api/types';
import { type CardValues, readExpiry } from './card-rules';
import { isPaidOrProcessing, type PaymentResult, toPaymentResult, unsuccessful } from './payment-result';

interface PaymentIntentResponse {
  status?: string;
  next_action?: { redirect_to_url?: { url?: string } } | null;
  error?: { code?: string; decline_code?: string; payment_intent?: { status?: string } };
}

/** Confirms a test payment with the Stripe fake. */
export async function confirmSandboxCard(
  payment: PaymentStarted,
  card: CardValues,
  email: string,
  returnUrl: string,
): Promise<PaymentResult> {
  const { stripeApiBase, stripePublishableKey } = shopConfig();
  const expiry = readExpiry(card.expiry);
  const body = new URLSearchParams({
    key: stripePublishableKey ?? '',
    client_secret: payment.client_secret ?? '',
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replace(/\D/g, ''),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': card.cvc.trim(),
    'payment_method_data[billing_details][email]': email,
  });
  const url = `${stripeApiBase}/v1/payment_intents/${payment.payment_intent_id}/confirm`;
  const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(20_000) });
  const result = (await response.json().catch(() => ({}))) as PaymentIntentResponse;
  if (result.error) return toPaymentResult(result.error);
  const redirect = result.next_action?.redirect_to_url?.url;
  if (result.status === 'requires_action' && redirect) return { kind: 'redirect', url: redirect };
  return isPaidOrProcessing(result.status) ? { kind: 'paid' } : unsuccessful;
}
