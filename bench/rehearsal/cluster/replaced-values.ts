/** A value of the manifests that differs on one machine. */
export interface ReplacedValue {
  name: string;
  value: string;
  why: string;
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

/** All differences between a pod of the overlay and a process of the rehearsal, except ports and secrets. */
export function replacedValues({ publicUrl, s3Url, stripeUrl, stripePublishableKey }: Addresses): ReplacedValue[] {
  return [
    { name: 'NODE_ENV', value: 'development', why: 'production refuses a fake for the card provider' },
    { name: 'PUBLIC_URL', value: publicUrl, why: 'there is no ingress' },
    { name: 'S3_ENDPOINT', value: s3Url, why: 'fake for the storage' },
    { name: 'STRIPE_API_BASE', value: stripeUrl, why: 'fake for the card provider' },
    { name: 'STRIPE_PUBLISHABLE_KEY', value: stripePublishableKey, why: NOT_FILLED_IN },
    { name: 'SUPPORT_EMAIL', value: 'support@rehearsal.test', why: NOT_FILLED_IN },
    { name: 'MAIL_FROM', value: 'Rehearsal <shop@rehearsal.test>', why: NOT_FILLED_IN },
    { name: 'SELLER_NAME', value: 'Rehearsal', why: NOT_FILLED_IN },
    { name: 'SELLER_ADDRESS', value: 'Probebühne 1', why: NOT_FILLED_IN },
    { name: 'SELLER_TAX_NUMBER', value: '1', why: NOT_FILLED_IN },
    { name: 'RATE_LIMIT_FACTOR', value: '1000000', why: 'all load comes from one address' },
  ];
}
