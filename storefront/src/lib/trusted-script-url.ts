/** Trusted Types. A browser without them ignores that part of the content security policy. */
interface Policy {
  createScriptURL(url: string): string;
  createScript(text: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Partial<Record<keyof Policy, (text: string) => string | null>>): Policy;
}

export const policies = () => (globalThis as { trustedTypes?: Policies }).trustedTypes;

const OWN_SCRIPTS = new Set(['/service-worker.js']);

let made: Policy | undefined;

/** backend/src/platform/http/content-policy.ts allows this policy name. */
function shopPolicy(): Policy | undefined {
  made ??= policies()?.createPolicy('shop', {
    createScriptURL: (url) => (OWN_SCRIPTS.has(url) ? url : null),
    // A JSON object is not a program: as a script it is a syntax error.
    createScript: (text) => (text.startsWith('{"') && JSON.parse(text) ? text : null),
  });
  return made;
}

/**
 * The URL of a script of the shop, trusted if the browser has Trusted Types.
 * @throws {TypeError} when the script is not in the list
 */
export const trustedScriptUrl = (url: string): string => shopPolicy()?.createScriptURL(url) ?? url;

/**
 * JSON for a script element with data.
 * @throws {TypeError} when it is no JSON object
 * @throws {SyntaxError} when it is no JSON
 */
export const trustedJson = (json: string): string => shopPolicy()?.createScript(json) ?? json;
