import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import type { Language } from '../../api/types';
import { errorMessage } from '../../lib/errors/error-message';
import { retryAt } from '../../lib/retry-at';

/** The message for a failed order. */
export function orderErrorMessage(t: TFunction, problem: Error, language: Language): string {
  const time = retryAt(problem, language);
  if (time) return t('checkout:refused.paused', { time });
  return problem instanceof ApiError
    ? errorMessage(t, problem, t('checkout:refused.failed'))
    : t('checkout:refused.unknown');
}

const refuses = (problem: Error | string | null, name: string): boolean =>
  problem instanceof ApiError && problem.details.some(({ field }) => field === name);

/** Whether the server refused the e-mail address. The server's rules are stricter than the rules of the form. */
export const refusesEmail = (problem: Error | string | null): boolean => refuses(problem, 'buyer_email');

/**
 * Whether the server refused the country, for example because the operator has changed the list since the form was opened.
 */
export const refusesCountry = (problem: Error | string | null): boolean => refuses(problem, 'country');
