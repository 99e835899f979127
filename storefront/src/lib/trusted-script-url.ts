/** Chromium and Safari have it; elsewhere the policy of the page asks for nothing. */
interface Policy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Partial<Record<keyof Policy, (text: string) => string | null>>): Policy;
}

const policies = () => (globalThis as { trustedTypes?: Policies }).trustedTypes;

const OWN_SCRIPTS = new Set(['/service-worker.js']);
const STRIPE = 'https://js.stripe.com';

let made: Policy | undefined;

/** The name of the policy stands in backend/src/platform/http/content-policy.ts. */
function own(): Policy | undefined {
  made ??= policies()?.createPolicy('shop', {
    createScriptURL: (asked) => (OWN_SCRIPTS.has(asked) ? asked : null),
    // An object in JSON is no program: as a script it would be an error of syntax.
    createScript: (text) => (text.startsWith('{"') && JSON.parse(text) ? text : null),
  });
  return made;
}

/**
 * The address of a script of the shop, as a page with trusted types takes it.
 * @throws TypeError for a script that is not in the list
 */
export const trustedScriptUrl = (url: string): string => own()?.createScriptURL(url) ?? url;

/** JSON for a script element that holds data. @throws TypeError SyntaxError for anything else */
export const trustedJson = (json: string): string => own()?.createScript(json) ?? json;

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
