import { useTranslation } from 'react-i18next';
import { TestSquare } from '../ui/orders/test-square';

export function OpeningPage() {
  const { t } = useTranslation();
  return <TestSquare label={t('common:loading')} />;
}
