import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLocalPath } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/forms/button';
import { EmptyState } from '../../ui/texts/empty-state';
import { PageHead } from '../../ui/texts/page-head';

/** Shown in place of a screen that requires a verified address. */
export function VerificationRequired() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const { user } = useSession();
  return (
    <div className="page">
      <PageHead title={t('later:verificationRequired.title')} noindex />
      <EmptyState
        drawing="envelope"
        heading="h1"
        title={t('later:verificationRequired.title')}
        text={t('later:verificationRequired.text', { email: user?.email })}
      >
        <Button component={Link} to={local('/profile')}>
          {t('later:verificationRequired.toProfile')}
        </Button>
      </EmptyState>
    </div>
  );
}
