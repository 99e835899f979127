/** A value of the manifests that the rehearsal replaces. */
export interface ReplacedValue {
  name: string;
  value: string;
  reason: string;
}

/** Addresses of the fakes and services. */
export interface Addresses {
  /** Public URL of the shop. */
  publicUrl: string;
  s3Url: string;
  stripeUrl: string;
  stripePublishableKey: string;
}

const NOT_FILLED_IN = 'filled in by the operator';

/**
 * @returns all environment variables that differ between a pod of the overlay and a process of the rehearsal, except ports
 * and secrets
 */
export function replacedValues({ publicUrl, s3Url, stripeUrl, stripePublishableKey }: Addresses): ReplacedValue[] {
  return [
    { name: 'NODE_ENV', value: 'development', reason: 'production refuses the Stripe fake' },
    { name: 'PUBLIC_URL', value: publicUrl, reason: 'there is no ingress' },
    { name: 'S3_ENDPOINT', value: s3Url, reason: 'the S3 fake replaces the storage' },
    { name: 'STRIPE_API_BASE', value: stripeUrl, reason: 'the Stripe fake replaces the card provider' },
    { name: 'STRIPE_PUBLISHABLE_KEY', value: stripePublishableKey, reason: NOT_FILLED_IN },
    { name: 'SUPPORT_EMAIL', value: 'support@rehearsal.test', reason: NOT_FILLED_IN },
    { name: 'MAIL_FROM', value: 'Rehearsal <shop@rehearsal.test>', reason: NOT_FILLED_IN },
    { name: 'SELLER_NAME', value: 'Rehearsal', reason: NOT_FILLED_IN },
    { name: 'SELLER_ADDRESS', value: 'Probebühne 1', reason: NOT_FILLED_IN },
    { name: 'SELLER_TAX_NUMBER', value: '1', reason: NOT_FILLED_IN },
    { name: 'RATE_LIMIT_FACTOR', value: '1000000', reason: 'all load comes from one address' },
  ];
}
