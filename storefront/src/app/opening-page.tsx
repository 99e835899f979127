import { useTranslation } from 'react-i18next';
import { LoadingSquare } from '../ui/texts/loading-square';

export function OpeningPage() {
  const { t } = useTranslation();
  return <LoadingSquare label={t('common:loading')} />;
}
