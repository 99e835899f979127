import { policies } from '../../lib/trusted-script-url';

const STRIPE = 'https://js.stripe.com';

let stripeIsTrusted = false;

/**
 * Creates the Trusted Types policy named `default`. A browser applies this policy to scripts that code adds without a
 * policy. Stripe.js adds such scripts. The policy allows only scripts from Stripe's origin
 * (docs.stripe.com/security/guide, "Content Security Policy").
 */
export function trustStripe(): void {
  if (stripeIsTrusted) return;
  stripeIsTrusted = true;
  policies()?.createPolicy('default', {
    createScriptURL: (url) => (URL.canParse(url) && new URL(url).origin === STRIPE ? url : null),
  });
}
