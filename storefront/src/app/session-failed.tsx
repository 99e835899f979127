import { useTranslation } from 'react-i18next';
import { errorMessage } from '../lib/errors/error-message';
import { useSession } from '../lib/session';
import { LoadFailed } from '../ui/texts/load-failed';
import { PageHead } from '../ui/texts/page-head';

/** Shown instead of a private screen when the account of the signed-in user fails to load. */
export function SessionFailed({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { reload } = useSession();
  return (
    <div className="page">
      <PageHead title={t('later:session.title')} noindex />
      <LoadFailed
        heading="h1"
        title={t('later:session.title')}
        text={`${errorMessage(t, error, t('errors:server'))} ${t('later:session.stillSignedIn')}`}
        error={error}
        onRetry={reload}
      />
    </div>
  );
}
