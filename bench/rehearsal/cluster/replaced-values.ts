import { PRODUCTION_FACTS } from '../../../backend/test/support/production-facts.ts';

/** A value of the manifests that the rehearsal replaces. */
export interface ReplacedValue {
  name: string;
  value: string;
  reason: string;
}

/** Addresses of the shop and the fakes. */
export interface Addresses {
  /** Public URL of the shop. */
  publicUrl: string;
  s3Url: string;
  stripeUrl: string;
  stripePublishableKey: string;
}

const PLACEHOLDER = 'the manifests contain a placeholder';

/**
 * @returns all environment variables that differ between a pod of the overlay and a process of the rehearsal, except ports
 * and secrets
 */
export function replacedValues({ publicUrl, s3Url, stripeUrl, stripePublishableKey }: Addresses): ReplacedValue[] {
  return [
    { name: 'NODE_ENV', value: 'development', reason: 'production refuses the Stripe fake' },
    { name: 'PUBLIC_URL', value: publicUrl, reason: 'the shop listens on this machine' },
    { name: 'S3_ENDPOINT', value: s3Url, reason: 'the S3 fake replaces S3' },
    { name: 'STRIPE_API_BASE', value: stripeUrl, reason: 'the Stripe fake replaces Stripe' },
    { name: 'STRIPE_PUBLISHABLE_KEY', value: stripePublishableKey, reason: PLACEHOLDER },
    { name: 'MAIL_FROM', value: 'Rehearsal <shop@rehearsal.test>', reason: PLACEHOLDER },
    ...Object.entries(PRODUCTION_FACTS).map(([name, value]) => ({ name, value, reason: PLACEHOLDER })),
    { name: 'TAX_SCHEME', value: 'oss', reason: PLACEHOLDER },
    { name: 'DELIVERY_WITHOUT_WAIVER', value: 'at-once', reason: PLACEHOLDER },
    { name: 'RATE_LIMIT_FACTOR', value: '1000000', reason: 'all load comes from one address' },
  ];
}
