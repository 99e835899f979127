import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';

/** Shows the trace id of a server error. With this id, support finds the error in the logs. */
export function ProblemReference({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError) || error.status < 500 || !error.reference) return null;
  return <p className="muted small">{t('errors:reference', { id: error.reference })}</p>;
}
