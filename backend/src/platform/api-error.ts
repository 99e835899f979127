export interface FieldProblem {
  field: string;
  message: string;
}

/** A failed response: HTTP status, error code (the storefront translates it) and English message. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: FieldProblem[],
    readonly retryAfterSeconds?: number,
    /** Further fields of the response's object `error`, e.g. the challenge of a sign-in. */
    readonly extra?: Record<string, string | number>,
  ) {
    super(message);
  }
}

export const notFound = (code: string, resource: string) => new ApiError(404, code, `${resource} not found`);

export const forbidden = () => new ApiError(403, 'FORBIDDEN', 'You are not authorized to perform this action.');

export const invalid = (field: string, message: string) =>
  new ApiError(400, 'VALIDATION_FAILED', message, [{ field, message }]);

/** The token of a mailed link is unknown, used or replaced. The response is the same in all three cases. */
export const tokenInvalid = (message = 'This link is invalid. Please request a new one.') =>
  new ApiError(400, 'TOKEN_INVALID', message);
