import { useTranslation } from 'react-i18next';
import { TestSquare } from '../ui/test-square';

export function OpeningPage() {
  const { t } = useTranslation();
  return <TestSquare label={t('common:loading')} />;
}
