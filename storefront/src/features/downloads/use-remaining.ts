import { useTranslation } from 'react-i18next';
import { remaining } from '../../lib/purchase-state';

/** What is left of a download's time, in words; null when it has no end. */
export function useRemaining(expiresAt: string | null): string | null {
  const { t } = useTranslation();
  if (!expiresAt) return null;
  const left = remaining(expiresAt);
  return left ? t(`downloads:left.${left.unit}`, { count: left.count }) : t('downloads:left.expired');
}
