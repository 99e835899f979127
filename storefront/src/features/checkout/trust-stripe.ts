import { policies } from '../../lib/trusted-script-url';

const STRIPE = 'https://js.stripe.com';

let stripeIsTrusted = false;

/**
 * Stripe.js adds further scripts to the page without a Trusted Types policy. Browsers then apply the policy named
 * `default`. It allows only scripts from Stripe's origin (docs.stripe.com/security/guide, "Content Security Policy").
 */
export function trustStripe(): void {
  if (stripeIsTrusted) return;
  stripeIsTrusted = true;
  policies()?.createPolicy('default', {
    createScriptURL: (url) => (URL.canParse(url) && new URL(url).origin === STRIPE ? url : null),
  });
}
