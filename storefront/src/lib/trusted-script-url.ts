/** Chromium and Safari have it; elsewhere the policy of the page asks for nothing. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

const policies = () => (globalThis as { trustedTypes?: Policies }).trustedTypes;

const OWN_SCRIPTS = new Set(['/service-worker.js']);
const STRIPE = 'https://js.stripe.com';

let own: { createScriptURL(url: string): string } | undefined;

/**
 * The address of a script of the shop, as a page with trusted types takes it. The name of the policy stands in
 * backend/src/platform/http/content-policy.ts.
 * @throws TypeError for a script that is not in the list
 */
export function trustedScriptUrl(url: string): string {
  own ??= policies()?.createPolicy('shop', {
    createScriptURL: (asked) => (OWN_SCRIPTS.has(asked) ? asked : null),
  });
  return own?.createScriptURL(url) ?? url;
}

let stripeIsTrusted = false;

/**
 * Stripe.js adds scripts of its own origin to the page and names no policy for it, so the one that browsers ask by default
 * lets these through and nothing else: docs.stripe.com/security/guide, "Content Security Policy".
 */
export function trustStripe(): void {
  if (stripeIsTrusted) return;
  stripeIsTrusted = true;
  policies()?.createPolicy('default', {
    createScriptURL: (url) => (URL.canParse(url) && new URL(url).origin === STRIPE ? url : null),
  });
}
