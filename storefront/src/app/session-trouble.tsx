import { useTranslation } from 'react-i18next';
import { problemWords } from '../lib/problem-words';
import { useSession } from '../lib/session';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { PageHead } from '../ui/texts/page-head';

/** A private screen of a signed-in user while the server does not respond with the account. */
export function SessionTrouble({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { reload } = useSession();
  return (
    <div className="page">
      <PageHead title={t('later:session.title')} hidden />
      <EmptyState
        drawing="thread"
        heading="h1"
        live
        error={error}
        title={t('later:session.title')}
        text={`${problemWords(t, error, t('errors:server'))} ${t('later:session.stillSignedIn')}`}
      >
        <Button onClick={reload}>{t('common:tryAgain')}</Button>
      </EmptyState>
    </div>
  );
}
