export interface FieldProblem {
  field: string;
  message: string;
}

/** An answer that is not a success: HTTP status, a code that the storefront has words for, and English prose. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: FieldProblem[],
    readonly retryAfterSeconds?: number,
    /** Stands in `error` beside code and message, e.g. the challenge of a sign-in. */
    readonly extra?: Record<string, string | number>,
  ) {
    super(message);
  }
}

export const notFound = (code: string, what: string) => new ApiError(404, code, `${what} not found`);

export const invalid = (field: string, message: string) =>
  new ApiError(400, 'VALIDATION_FAILED', message, [{ field, message }]);
