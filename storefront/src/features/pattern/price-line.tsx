import { useTranslation } from 'react-i18next';
import { vatKey } from '../../api/config';
import type { Pattern } from '../../api/types';
import { formatPrice } from '../../lib/format';
import styles from './pattern-info.module.css';

export function PriceLine({ pattern: { price, currency } }: { pattern: Pattern }) {
  const { t } = useTranslation();
  if (price === 0) return <p className={styles.price}>{t('pattern:free')}</p>;
  return (
    <p className={styles.price}>
      <span className="figures">{formatPrice(price, currency)}</span> <small>{t(`pattern:${vatKey()}`)}</small>
    </p>
  );
}

/** The lowest price of the last 30 days. The law requires it after a price reduction (§ 11 PAngV). */
export function LowestPrice({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { lowest_price_30_days: lowest, currency } = pattern;
  if (lowest === null || lowest === undefined) return null;
  return <p className="muted small figures">{t('detail:lowestPrice', { price: formatPrice(lowest, currency) })}</p>;
}
