import { StripeError, type ErrorBody } from './http/stripe-error.ts';

/** A fault to play for the next requests that match; what is left out matches everything. */
export interface Fault {
  /** Part of the path, such as '/confirm', or a pattern for it. */
  path?: string | RegExp;
  method?: 'GET' | 'POST';
  /** How many requests it hits; 1 unless told. */
  times?: number;
  /**
   * 'error' (unless told): nothing is done, the answer is `status`. 'lost-answer': it is done, the connection breaks
   * before the answer. 'silence': nothing is done and no answer ever comes. 'slow': done after `delayMs`.
   */
  outcome?: 'error' | 'lost-answer' | 'silence' | 'slow';
  /** 500 unless told. */
  status?: number;
  error?: Partial<ErrorBody>;
  /** Waits this long before anything else, in milliseconds. */
  delayMs?: number;
  /** Keeps the error under the request's idempotency key, as Stripe does with a 500 that came after the work began. */
  remembered?: boolean;
}

const ordinary = (status: number): ErrorBody => {
  if (status === 429) {
    const message = 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.';
    return { type: 'rate_limit_error', code: 'rate_limit', message };
  }
  if (status >= 500) return { type: 'api_error', message: 'An unknown error occurred' };
  return { type: 'invalid_request_error', message: 'The sandbox was told to refuse this request.' };
};

export class Faults {
  private waiting: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.waiting = [];
  }

  /** Takes the oldest fault that fits this request. */
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
