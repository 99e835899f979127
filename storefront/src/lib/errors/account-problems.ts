import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import { errorMessage } from './error-message';

/**
 * Like `errorMessage`, but on an English screen the fallback after a refusal (4xx) is the server's message. The server
 * writes these messages in English and for visitors.
 */
export function refusalMessage(t: TFunction, error: unknown, language: 'de' | 'en', fallback: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return errorMessage(t, error, refused && language === 'en' ? error.message : fallback);
}

/** @returns the message for a verification mail that was not sent. A 429 means that a mail is already on its way. */
export function sendErrorMessage(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return t('later:unverified.wait');
  return errorMessage(t, error, t('later:unverified.sendFailed'));
}
