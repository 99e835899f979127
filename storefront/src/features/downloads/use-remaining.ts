import { useTranslation } from 'react-i18next';
import { remaining } from '../../lib/format-date';

/** @returns the remaining time of the download link as a text, also when it has expired; null when the link never expires */
export function useRemaining(expiresAt: string | null): string | null {
  const { t } = useTranslation();
  if (!expiresAt) return null;
  const time = remaining(expiresAt);
  return time ? t(`downloads:left.${time.unit}`, { count: time.count }) : t('downloads:left.expired');
}
