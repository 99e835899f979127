import { useTranslation } from 'react-i18next';
import { remaining } from '../../lib/format-date';

/** A text that tells how long the download is still possible; null when the download does not expire. */
export function useRemaining(expiresAt: string | null): string | null {
  const { t } = useTranslation();
  if (!expiresAt) return null;
  const time = remaining(expiresAt);
  return time ? t(`downloads:left.${time.unit}`, { count: time.count }) : t('downloads:left.expired');
}
