import { ApiError } from './client';

/** Whether the server has said no, which it would say again; 408 is an answer that did not come in time. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}
