import { shopConfig } from '../../api/config';

/** How card payments work: with the sandbox's Stripe fake, with Stripe, or not at all (no key, or a placeholder). */
export function paymentMode(
  { stripeApiBase, stripePublishableKey: key } = shopConfig(),
): 'sandbox' | 'stripe' | 'none' {
  if (!key) return 'none';
  if (stripeApiBase) return 'sandbox';
  return /^pk_(test|live)_[A-Za-z0-9]{16,}$/.test(key) && !/placeholder|your|xxx|example/i.test(key)
    ? 'stripe'
    : 'none';
}
