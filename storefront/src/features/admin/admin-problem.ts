import type { TFunction } from 'i18next';
import { ApiError } from '../../api/api-error';
import { problemWords } from '../../lib/problem-words';

/** The message for a failed request of the administration. */
export function adminProblem(t: TFunction, error: unknown): string {
  if (error instanceof ApiError && error.code === 'NO_TOKEN') return t('admin:noToken');
  return problemWords(t, error);
}
