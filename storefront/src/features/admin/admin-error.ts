import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import { errorMessage } from '../../lib/errors/error-message';

/** The message for a failed request of an administration screen. */
export function adminErrorMessage(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.code === 'NO_TOKEN') return t('admin:noToken');
  return errorMessage(t, error);
}
