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

/** Whether the server refused the e-mail address. Its rules are stricter than those of the form. */
export function refusesEmail(problem: Error | string | null): boolean {
  return problem instanceof ApiError && problem.details.some(({ field }) => field === 'buyer_email');
}
