import { policies } from '../../lib/trusted-script-url';

const STRIPE = 'https://js.stripe.com';

let stripeIsTrusted = false;

/**
 * Stripe.js adds scripts of its origin to the page without a policy. The policy `default`, which browsers use in that
 * case, allows only these: docs.stripe.com/security/guide, "Content Security Policy".
 */
export function trustStripe(): void {
  if (stripeIsTrusted) return;
  stripeIsTrusted = true;
  policies()?.createPolicy('default', {
    createScriptURL: (url) => (URL.canParse(url) && new URL(url).origin === STRIPE ? url : null),
  });
}
