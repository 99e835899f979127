import type { Middleware } from 'openapi-fetch';
import { loadLaterMessages } from '../i18n/i18n';
import type { components } from './schema';

export type FieldProblem = components['schemas']['FieldProblemView'];

/** A failed request. `status` is 0 after a network error and 408 when the server did not respond within ten seconds. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: FieldProblem[];
  /** The seconds after which the client can repeat the request. */
  readonly retryAfter: number | null;
  /** The trace id of the request in the server's logs. */
  readonly reference: string | null;
  /** Set only for SECOND_FACTOR_REQUIRED. The client sends this value back together with the user's code. */
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

/** @returns true when the server refused the request: a status from 400 to 499. A timeout (408) is not a refusal. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

/** An additional option of a request. openapi-fetch passes it to the middlewares. */
export interface WithFallback {
  /** The message of the error when the response contains no message. */
  fallback?: string;
}

/**
 * Turns a response that reports a failure into an error, and a successful response without JSON into an empty object.
 * @throws {ApiError} the reported failure
 */
export const errorMiddleware: Middleware = {
  async onResponse({ request, response }: { request: Request & WithFallback; response: Response }) {
    const json: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const body = isRecord(json) ? json : {};
    if (!response.ok || body.success === false) {
      // The later messages contain the texts for error codes. If they fail to load, the screen shows a text for the status.
      await loadLaterMessages().catch(() => undefined);
      throw toApiError(response, body, request.fallback);
    }
    return json === null ? Response.json({}) : undefined;
  },
};

function toApiError({ status, headers }: Response, json: UnknownObject, fallback?: string): ApiError {
  // The response can come from a proxy between shop and browser, with a body of any shape.
  const inner = isRecord(json.error) ? json.error : {};
  const code = [inner.code, json.code].find(isText) ?? `HTTP_${status}`;
  const message = [inner.message, json.message, fallback].find(isText) ?? `Request failed with status ${status}`;
  // A route guard reacts to this event: it redirects to the page that sets up the second factor.
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

type UnknownObject = Record<string, unknown>;

const isRecord = (value: unknown): value is UnknownObject => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
