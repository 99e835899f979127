import type { HelmetOptions } from 'helmet';
import type { ConfigFor } from '../config/config.js';

/** Where browsers report what the policy has stopped. */
export const REPORTS_PATH = '/api/policy-reports';
export const REPORTING_ENDPOINTS = `policy="${REPORTS_PATH}"`;

type Directives = NonNullable<Exclude<NonNullable<HelmetOptions['contentSecurityPolicy']>, boolean>['directives']>;

/**
 * The policy of the shop's pages: no inline script or style, scripts only through the named policies of trusted types, and
 * a report for each violation. The card provider and the storage are the only foreign origins.
 * @param uploadOrigin where a designer's files go, from the browser to the storage
 */
export function pagePolicy({ publicUrl, stripe }: ConfigFor<'payments'>, uploadOrigin: string): Directives {
  const withStripe = stripe.apiBase === null;
  // What the shop passes on is the shop itself, by whatever name it is called.
  const elsewhere = [stripe.publicBase ?? 'https://api.stripe.com', uploadOrigin].filter(
    (address) => !address.startsWith('/') && address !== new URL(publicUrl).origin,
  );
  return {
    defaultSrc: ["'none'"],
    scriptSrc: withStripe ? ["'self'", 'https://js.stripe.com'] : ["'self'"],
    // Styles that a script sets on an element (element.style) are no inline styles.
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...elsewhere],
    frameSrc: withStripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // `shop` and `default` are made in storefront/src/lib/trusted-script-url.ts, the second only for Stripe.js.
    trustedTypes: withStripe ? ['shop', 'default'] : ['shop'],
    reportUri: [REPORTS_PATH],
    reportTo: ['policy'],
  };
}
