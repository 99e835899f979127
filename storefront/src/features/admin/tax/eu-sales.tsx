import { useTranslation } from 'react-i18next';
import type { TaxOverview } from '../../../api/admin';
import { formatNumber, formatPrice } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import styles from './tax.module.css';

/** The screen warns the administrator when the sales have reached this share of the limit. */
const NEAR = 0.8;

/** The tax scheme, and the sales to other member states, which decide whether a scheme other than `oss` is allowed. */
export function EuSales({ overview: { scheme, euSales, euSalesLimitCents: limit } }: { overview: TaxOverview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const share = Math.max(...euSales.map(({ netCents }) => netCents)) / limit;
  const warning = scheme === 'oss' || share < NEAR ? null : share > 1 ? 'over' : 'near';
  return (
    <div className={styles.part}>
      <p>{t(`admin:tax.scheme.${scheme}`)}</p>
      <h2>{t('admin:tax.sales.title')}</h2>
      {warning && (
        <p role="alert" className={styles.warning}>
          {t(`admin:tax.sales.${warning}`)}
        </p>
      )}
      <dl className={styles.sales}>
        {euSales.map(({ year, netCents }) => (
          <div key={year}>
            <dt>{t('admin:tax.sales.year', { year: String(year) })}</dt>
            <dd className="figures">
              {formatPrice(netCents)}{' '}
              <small className="muted">
                {t('admin:tax.sales.share', { share: formatNumber((netCents / limit) * 100, language, 0) })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{t('admin:tax.sales.limit', { limit: formatPrice(limit) })}</p>
    </div>
  );
}
