import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import { errorMessage } from './error-message';

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
  if (error instanceof ApiError && error.status === 429) return t('later:unverified.wait');
  return errorMessage(t, error, t('later:unverified.sendFailed'));
}
