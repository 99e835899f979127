import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLocalPath } from '../../lib/language-path';
import { EmptyState } from '../../ui/texts/empty-state';

export function AlreadyOwned({ title }: { title: string }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <EmptyState
      drawing="envelope"
      heading="h1"
      live
      title={t('checkout:owned.title', { title })}
      text={t('checkout:owned.text')}
    >
      <Button component={Link} to={local('/downloads')}>
        {t('checkout:owned.action')}
      </Button>
      <Button component={Link} to={local('/patterns')} variant="outline">
        {t('checkout:browseAll')}
      </Button>
    </EmptyState>
  );
}

export function PaymentUnavailable() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <EmptyState
      drawing="thread"
      heading="h2"
      live
      title={t('checkout:unavailable.title')}
      text={t('checkout:unavailable.text')}
    >
      <Button component={Link} to={local('/patterns')} variant="outline">
        {t('checkout:browseAll')}
      </Button>
    </EmptyState>
  );
}
