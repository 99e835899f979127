import type { Middleware } from 'openapi-fetch';
import { loadLaterMessages } from '../i18n/i18n';
import type { components } from './schema';

export type FieldProblem = components['schemas']['FieldProblemView'];

/** A failed request. `status` is 0 when the server was not reached, 408 when it did not respond within ten seconds. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldProblem[];
  /** Seconds after which the client may repeat the request. */
  readonly retryAfter: number | null;
  /** The trace id of the request in the server's logs. */
  readonly reference: string | null;
  /** With SECOND_FACTOR_REQUIRED: the client sends it back with the code. */
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

/** Whether the server refused the request, so that a retry gives the same result; 408 is a timeout and no refusal. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

/** An option of a request that openapi-fetch passes on to the middlewares. */
export interface WithFallback {
  /** The error's message when the server gives no reason for a refusal. */
  fallback?: string;
}

/** @throws {ApiError} for every response that reports a failure; a response that is not JSON has no data. */
export const errors: Middleware = {
  async onResponse({ request, response }: { request: Request & WithFallback; response: Response }) {
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const body = isRecord(answer) ? answer : {};
    if (!response.ok || body.success === false) {
      // Without them the screen shows the message of the status.
      await loadLaterMessages().catch(() => undefined);
      throw toApiError(response, body, request.fallback);
    }
    return answer === null ? Response.json({}) : undefined;
  },
};

function toApiError({ status, headers }: Response, answer: Loose, fallback?: string): ApiError {
  // A proxy between the shop and the browser may also respond, with a body of a different shape.
  const inner = isRecord(answer.error) ? answer.error : {};
  const code = [inner.code, answer.code].find(isText) ?? `HTTP_${status}`;
  const message = [inner.message, answer.message, fallback].find(isText) ?? `Request failed with status ${status}`;
  // The route guard leads to the page where the second factor is set up.
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
