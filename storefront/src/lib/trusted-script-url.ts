/** A policy of the browser's Trusted Types API. A browser without this API does not enforce trusted script URLs. */
interface Policy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Partial<Record<keyof Policy, (text: string) => string | null>>): Policy;
}

export const policies = () => (globalThis as { trustedTypes?: Policies }).trustedTypes;

const OWN_SCRIPTS = new Set(['/service-worker.js']);

let createdPolicy: Policy | undefined;

/** Creates the policy once. backend/src/platform/http/content-policy.ts allows a policy with this name. */
function shopPolicy(): Policy | undefined {
  createdPolicy ??= policies()?.createPolicy('shop', {
    createScriptURL: (url) => (OWN_SCRIPTS.has(url) ? url : null),
    // A JSON object is harmless, because it is a syntax error when it runs as a script.
    createScript: (text) => (text.startsWith('{"') && JSON.parse(text) ? text : null),
  });
  return createdPolicy;
}

/**
 * Marks the URL of a script of the shop as trusted.
 * @throws {TypeError} when the script is not in OWN_SCRIPTS
 */
export const trustedScriptUrl = (url: string): string => shopPolicy()?.createScriptURL(url) ?? url;

/**
 * Marks JSON as trusted for a script element that contains data.
 * @throws {TypeError} when the JSON is not an object
 * @throws {SyntaxError} when the text is not JSON
 */
export const trustedJson = (json: string): string => shopPolicy()?.createScript(json) ?? json;
