import { StripeError, type ErrorBody } from './http/stripe-error.ts';

/** A fault for the next matching requests; an omitted condition matches all. */
export interface Fault {
  /** Part of the path, e.g. '/confirm', or a pattern. */
  path?: string | RegExp;
  method?: 'GET' | 'POST';
  /** Number of requests; default 1. */
  times?: number;
  /**
   * 'error' (default): responds with `status`, without the work. 'lost-answer': does the work, then closes the connection.
   * 'silence': never responds, without the work. 'slow': does the work after `delayMs`.
   */
  outcome?: 'error' | 'lost-answer' | 'silence' | 'slow';
  /** Default 500. */
  status?: number;
  error?: Partial<ErrorBody>;
  /** Delay before the fault, in milliseconds. */
  delayMs?: number;
  /** Stores the error for the idempotency key, as Stripe does with a 500 during the work. */
  remembered?: boolean;
}

const ordinary = (status: number): ErrorBody => {
  if (status === 429) {
    const message = 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.';
    return { type: 'rate_limit_error', code: 'rate_limit', message };
  }
  if (status >= 500) return { type: 'api_error', message: 'An unknown error occurred' };
  return { type: 'invalid_request_error', message: 'The test refuses this request.' };
};

export class Faults {
  private waiting: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.waiting = [];
  }

  /** @returns the oldest fault that matches the request */
  take(method: string, path: string): Fault | undefined {
    const hit = this.waiting.find(
      ({ fault }) =>
        (fault.method ?? method) === method &&
        (fault.path === undefined ||
          (typeof fault.path === 'string' ? path.includes(fault.path) : fault.path.test(path))),
    );
    if (!hit) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.waiting = this.waiting.filter((other) => other !== hit);
    return hit.fault;
  }
}

export const errorOf = ({ status = 500, error, remembered = false }: Fault): StripeError =>
  new StripeError(status, { ...ordinary(status), ...error }, remembered);
