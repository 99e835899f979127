import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLocalPath } from '../lib/language-path';
import { Button } from '../ui/forms/button';
import { EmptyState } from '../ui/texts/empty-state';
import { PageHead } from '../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <div className="page">
      <PageHead title={t('later:missing.title')} noindex />
      <EmptyState drawing="shears" heading="h1" title={t('later:missing.title')} text={t('later:missing.text')}>
        <Button component={Link} to={local('/')}>
          {t('later:missing.home')}
        </Button>
        <Button component={Link} to={local('/patterns')} variant="outline">
          {t('later:missing.patterns')}
        </Button>
        <Button component={Link} to={local('/register')} variant="outline">
          {t('later:missing.signUp')}
        </Button>
      </EmptyState>
    </div>
  );
}
