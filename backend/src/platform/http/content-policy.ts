import type { HelmetOptions } from 'helmet';
import type { ConfigFor } from '../config/config.js';

/** The endpoint to which browsers report violations of the policy. */
export const REPORTS_PATH = '/api/policy-reports';
export const REPORTING_ENDPOINTS = `policy="${REPORTS_PATH}"`;

type Directives = NonNullable<Exclude<NonNullable<HelmetOptions['contentSecurityPolicy']>, boolean>['directives']>;

/**
 * The Content-Security-Policy of the shop's pages: no inline script or style, script URLs only through the named
 * Trusted Types policies, and a report for each violation. Stripe and the storage are the only foreign origins.
 * @param uploadOrigin the origin to which the browser uploads a designer's files
 */
export function pagePolicy({ publicUrl, stripe }: ConfigFor<'payments'>, uploadOrigin: string): Directives {
  const withStripe = stripe.apiBase === null;
  // Forwarded paths are same-origin, under any host name of the shop.
  const foreignOrigins = [stripe.publicBase ?? 'https://api.stripe.com', uploadOrigin].filter(
    (address) => !address.startsWith('/') && address !== new URL(publicUrl).origin,
  );
  return {
    defaultSrc: ["'none'"],
    scriptSrc: withStripe ? ["'self'", 'https://js.stripe.com'] : ["'self'"],
    // A style that a script sets on an element (element.style) is not an inline style.
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...foreignOrigins],
    frameSrc: withStripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // storefront/src/lib/trusted-script-url.ts creates `shop` and, only for Stripe.js, `default`.
    trustedTypes: withStripe ? ['shop', 'default'] : ['shop'],
    reportUri: [REPORTS_PATH],
    reportTo: ['policy'],
  };
}
