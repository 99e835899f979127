import { useTranslation } from 'react-i18next';
import { remaining } from '../../lib/format-date';

/** The time left for a download as text; null without an end. */
export function useRemaining(expiresAt: string | null): string | null {
  const { t } = useTranslation();
  if (!expiresAt) return null;
  const left = remaining(expiresAt);
  return left ? t(`downloads:left.${left.unit}`, { count: left.count }) : t('downloads:left.expired');
}
