import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern, ServedCountry } from '../../api/types';
import { formatNumber, formatPrice } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import styles from './checkout.module.css';
import { vatIncluded } from './countries';

/** The pattern, the price and the seller directly above the order button, as the law requires (§ 312j BGB). */
export function OrderTotalLine({ pattern, country }: { pattern: Pattern; country: ServedCountry | null }) {
  const { t } = useTranslation();
  const { name, address } = shopConfig().seller;
  const seller = [name, address].filter(Boolean).join(', ');
  const tax = useTaxLine(pattern, country);
  return (
    <dl className={styles.total}>
      <div>
        <dt>{t('checkout:final.what', { title: pattern.title })}</dt>
        <dd className="figures">
          <strong>{pattern.price === 0 ? t('pattern:free') : formatPrice(pattern.price, pattern.currency)}</strong>{' '}
          {tax && <small>{tax}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('checkout:final.seller')}</dt>
        <dd>{seller || pattern.designer_name}</dd>
      </div>
    </dl>
  );
}

/** The VAT in the price, or why there is none; null for a free pattern and before a country is chosen. */
function useTaxLine({ price, currency }: Pattern, country: ServedCountry | null): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  if (price === 0 || !country) return null;
  const { taxNote, vatRate, vatCountry } = country;
  if (taxNote) return taxNote;
  if (vatRate === null || vatCountry === null) return t('pattern:vat');
  const vat = formatPrice(vatIncluded(price, vatRate), currency);
  return t('checkout:final.vat', { rate: formatNumber(vatRate, language), vat, country: vatCountry });
}
