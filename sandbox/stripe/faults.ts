import { StripeError, type ErrorBody } from './http/stripe-error.ts';

/** A fault for the next matching requests; a condition that is omitted matches all requests. */
export interface Fault {
  /** Part of the path, e.g. '/confirm', or a pattern. */
  path?: string | RegExp;
  method?: 'GET' | 'POST';
  /** Number of requests; default 1. */
  times?: number;
  /**
   * 'error' (default): responds with `status` and does not execute the request. 'lost-response': executes the request, then
   * closes the connection. 'silence': does not execute the request and never responds. 'slow': executes the request after
   * `delayMs`.
   */
  outcome?: 'error' | 'lost-response' | 'silence' | 'slow';
  /** Default 500. */
  status?: number;
  error?: Partial<ErrorBody>;
  /** Delay before the fault, in milliseconds. */
  delayMs?: number;
  /** Stores the error for the idempotency key, as Stripe does when the execution of a request ends with a 500. */
  remembered?: boolean;
}

const defaultError = (status: number): ErrorBody => {
  if (status === 429) {
    const message = 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.';
    return { type: 'rate_limit_error', code: 'rate_limit', message };
  }
  if (status >= 500) return { type: 'api_error', message: 'An unknown error occurred' };
  return { type: 'invalid_request_error', message: 'The test refuses this request.' };
};

export class Faults {
  private planned: { fault: Fault; remaining: number }[] = [];

  add(fault: Fault): void {
    this.planned.push({ fault, remaining: fault.times ?? 1 });
  }

  clear(): void {
    this.planned = [];
  }

  /** @returns the oldest fault that matches the request */
  take(method: string, path: string): Fault | undefined {
    const match = this.planned.find(
      ({ fault }) =>
        (fault.method ?? method) === method &&
        (fault.path === undefined ||
          (typeof fault.path === 'string' ? path.includes(fault.path) : fault.path.test(path))),
    );
    if (!match) return undefined;
    match.remaining -= 1;
    if (match.remaining <= 0) this.planned = this.planned.filter((other) => other !== match);
    return match.fault;
  }
}

export const toStripeError = ({ status = 500, error, remembered = false }: Fault): StripeError =>
  new StripeError(status, { ...defaultError(status), ...error }, remembered);
