import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLocalPath } from '../../lib/language-path';

/** A link to the privacy section of the account; visitors sign in first. */
export function PrivacyLink() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <Button component={Link} to={local('/profile?tab=privacy')} variant="outline">
      {t('privacy:mailed.toPrivacy')}
    </Button>
  );
}
