import type { HelmetOptions } from 'helmet';
import type { ConfigFor } from '../config/config.js';

/** The endpoint to which browsers report violations of the policy. */
export const REPORTS_PATH = '/api/policy-reports';
export const REPORTING_ENDPOINTS = `policy="${REPORTS_PATH}"`;

type Directives = NonNullable<Exclude<NonNullable<HelmetOptions['contentSecurityPolicy']>, boolean>['directives']>;

/**
 * The Content-Security-Policy of the shop's pages. It allows no inline scripts or styles, script URLs only through the named
 * Trusted Types policies, and no foreign origins except Stripe and S3. Browsers report each violation.
 * @param uploadOrigin the origin to which the browser uploads a designer's files
 */
export function pagePolicy({ publicUrl, stripe }: ConfigFor<'payments'>, uploadOrigin: string): Directives {
  const withStripe = stripe.apiBase === null;
  // A path that the shop forwards has the same origin as the page.
  const foreignOrigins = [stripe.publicBase ?? 'https://api.stripe.com', uploadOrigin].filter(
    (address) => !address.startsWith('/') && address !== new URL(publicUrl).origin,
  );
  return {
    defaultSrc: ["'none'"],
    scriptSrc: withStripe ? ["'self'", 'https://js.stripe.com'] : ["'self'"],
    // Scripts can still set element.style, which does not count as an inline style.
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
