import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';

/** In small print, what support finds a failure of the server by. */
export function ProblemReference({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError) || error.status < 500 || !error.reference) return null;
  return <p className="muted small">{t('errors:reference', { id: error.reference })}</p>;
}
