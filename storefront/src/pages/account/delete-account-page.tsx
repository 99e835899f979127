import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ConfirmDeletion } from '../../features/privacy/confirm-deletion';
import { UndoDeletion } from '../../features/privacy/undo-deletion';
import { PageHead } from '../../ui/texts/page-head';
import { Page as NotFound } from '../not-found-page';

/** The pages that the links in the mails about a deletion open. They require no sign-in. */
export function Page() {
  const { t } = useTranslation();
  const { step } = useParams();
  if (step !== 'confirm' && step !== 'undo') return <NotFound />;
  return (
    <div className="page column">
      <PageHead title={t('privacy:mailed.title')} noindex />
      {step === 'confirm' ? <ConfirmDeletion /> : <UndoDeletion />}
    </div>
  );
}
