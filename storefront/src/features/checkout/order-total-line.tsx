import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { formatPrice } from '../../lib/format';
import styles from './checkout.module.css';
import { owesVat } from './countries';

/** The pattern, the price and the seller directly above the order button, as the law requires (§ 312j BGB). */
export function OrderTotalLine({ pattern, country }: { pattern: Pattern; country: string }) {
  const { t } = useTranslation();
  const { name, address } = shopConfig().seller;
  const seller = [name, address].filter(Boolean).join(', ');
  return (
    <dl className={styles.total}>
      <div>
        <dt>{t('checkout:final.what', { title: pattern.title })}</dt>
        <dd className="figures">
          <strong>{pattern.price === 0 ? t('pattern:free') : formatPrice(pattern.price, pattern.currency)}</strong>{' '}
          {pattern.price > 0 && owesVat(country) && <small>{t('pattern:vat')}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('checkout:final.seller')}</dt>
        <dd>{seller || pattern.designer_name}</dd>
      </div>
    </dl>
  );
}
