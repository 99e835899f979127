export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: object;
  payment_method?: object;
}

/** A response other than 200. `remembered` is false when Stripe does not store the response for the idempotency key. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly remembered: boolean;

  constructor(status: number, body: ErrorBody, remembered = true) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`, ...body }
      : body;
    this.remembered = remembered;
  }
}

/** 400 for an invalid request, which does not use up its idempotency key. */
export const badParameter = (message: string, param?: string, code?: string): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, code, param }, false);

/** 400 for a valid request that the state of the object does not allow. */
export const invalidState = (message: string, code?: string, more: Partial<ErrorBody> = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, code, ...more });

/** 404 for an unknown id in the path, 400 for an unknown id in a parameter. */
export const resourceMissing = (kind: string, id: string, param: string, status: 400 | 404 = 404): StripeError =>
  new StripeError(
    status,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param },
    false,
  );
