import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import type { Language } from '../../api/types';
import { problemWords } from '../../lib/problem-words';
import { retryAt } from '../../lib/retry-at';

/** Why an order did not come about, in the shop's words. */
export function orderProblem(t: TFunction, problem: Error, language: Language): string {
  const time = retryAt(problem, language);
  if (time) return t('checkout:refused.paused', { time });
  return problem instanceof ApiError
    ? problemWords(t, problem, t('checkout:refused.failed'))
    : t('checkout:refused.unknown');
}

/** The server looks closer than the form does, and may refuse an address that the form took. */
export function refusesEmail(problem: Error | string | null): boolean {
  return problem instanceof ApiError && problem.details.some(({ field }) => field === 'buyer_email');
}
