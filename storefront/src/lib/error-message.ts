import type { TFunction } from 'i18next';
import { ApiError } from '../api/api-error';

/** The message for a failed request: by its code, else by its status, else the fallback of the screen. */
export function errorMessage(t: TFunction, error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError)) return fallback ?? t('errors:generic');
  const byCode = t(`errors:code.${error.code}`, { defaultValue: '' });
  if (byCode) return byCode;
  if (error.status === 0) return t('errors:connection');
  if (error.status === 408) return t('errors:timeout');
  if (fallback) return fallback;
  if (error.status === 401 || error.status === 403) return t('errors:notAuthorized');
  if (error.status === 404) return t('errors:notFound');
  return error.status >= 500 ? t('errors:server') : t('errors:generic');
}

/**
 * Like `errorMessage`, with the server's message as fallback on English screens. The message is English, and only a
 * refusal (4xx) has one for the visitor.
 */
export function refusalMessage(t: TFunction, error: unknown, language: 'de' | 'en', fallback: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return errorMessage(t, error, refused && language === 'en' ? error.message : fallback);
}

/** The message for a verification mail that was not sent. After a 429 a mail is already on its way. */
export function sendErrorMessage(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return t('common:unverified.wait');
  return errorMessage(t, error, t('common:unverified.sendFailed'));
}
