import type { IncomingHttpHeaders } from 'node:http';
import { StripeError } from './http/stripe-error.ts';

export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

const unauthorized = (message: string): StripeError =>
  new StripeError(401, { type: 'invalid_request_error', message }, false);

const masked = (key: string): string =>
  key.length <= 12 ? '*'.repeat(key.length) : key.slice(0, 8) + '*'.repeat(key.length - 12) + key.slice(-4);

const readKey = (authorization: string | undefined): string | undefined => {
  const [scheme = '', value = ''] = (authorization ?? '').split(/\s+/, 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
};

/**
 * @returns 'secret' for the shop's server, 'publishable' for a browser, which can send its key as a parameter
 * @throws {StripeError} 401 for a missing or wrong key, and for a secret key in a parameter, because URLs are logged
 */
export const authenticateKey = (
  keys: ApiKeys,
  headers: IncomingHttpHeaders,
  keyParameter: unknown,
): 'secret' | 'publishable' => {
  const inHeader = readKey(headers.authorization);
  const key = inHeader ?? (typeof keyParameter === 'string' ? keyParameter : undefined);
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (key === keys.publishableKey) return 'publishable';
  if (key === keys.secretKey && inHeader !== undefined) return 'secret';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
};

/** @returns the 403 for a request of a browser that neither confirms nor retrieves a PaymentIntent */
export const secretKeyRequired = (): StripeError =>
  new StripeError(
    403,
    {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    },
    false,
  );
