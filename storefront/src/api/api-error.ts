import type { Middleware } from 'openapi-fetch';
import type { components } from './schema';

export type FieldProblem = components['schemas']['FieldProblemView'];

/** Every failed call. `status` 0 means the server was not reached, 408 that it did not answer in ten seconds. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldProblem[];
  /** Seconds after which the same call may work. */
  readonly retryAfter: number | null;
  /** What the server's logs know this call by. */
  readonly reference: string | null;
  /** With SECOND_FACTOR_REQUIRED: to be sent back with the code. */
  readonly challenge: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: FieldProblem[] = [],
    retryAfter: number | null = null,
    reference: string | null = null,
    challenge: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.reference = reference;
    this.challenge = challenge;
  }
}

/** Whether the server has said no, which it would say again; 408 is an answer that did not come in time. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

/** An option of a call that openapi-fetch hands on to the middlewares. */
export interface WithFallback {
  /** The error's message when the server refused without saying why. */
  fallback?: string;
}

/** Throws an ApiError for every refusal; an answer that is not JSON has no data. */
export const errors: Middleware = {
  async onResponse({ request, response }: { request: Request & WithFallback; response: Response }) {
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const body = isRecord(answer) ? answer : {};
    if (!response.ok || body.success === false) throw toApiError(response, body, request.fallback);
    return answer === null ? Response.json({}) : undefined;
  },
};

function toApiError({ status, headers }: Response, answer: Loose, fallback?: string): ApiError {
  // What stands between the shop and the browser may answer too, and in its own words.
  const inner = isRecord(answer.error) ? answer.error : {};
  const code = [inner.code, answer.code].find(isText) ?? `HTTP_${status}`;
  const message = [inner.message, answer.message, fallback].find(isText) ?? `Request failed with status ${status}`;
  // The guard of the screens leads to where it is set up.
  if (code === 'SECOND_FACTOR_MISSING') window.dispatchEvent(new Event('second-factor-missing'));
  return new ApiError(
    status,
    code,
    message,
    Array.isArray(inner.details) ? inner.details : [],
    Number(headers.get('retry-after')) || null,
    headers.get('x-trace-id'),
    isText(inner.challenge) ? inner.challenge : null,
  );
}

type Loose = Record<string, unknown>;

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
