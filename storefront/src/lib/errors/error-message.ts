import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';

/**
 * @returns the message for a failed request: the text for the error code; without such a text, the text for a network error
 * or a timeout; for all other errors, the fallback; without a fallback, the text for the status
 */
export function errorMessage(t: TFunction, error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? t('errors:generic');
  if (error.code === 'ACCOUNT_CHANGED') return t('errors:accountChanged');
  const byCode = t(`later:code.${error.code}`, { defaultValue: '' });
  if (byCode) return byCode;
  if (error.status === 0) return t('errors:connection');
  if (error.status === 408) return t('errors:timeout');
  if (fallback) return fallback;
  if (error.status === 401 || error.status === 403) return t('errors:notAuthorized');
  if (error.status === 404) return t('errors:notFound');
  return error.status >= 500 ? t('errors:server') : t('errors:generic');
}
