import { useTranslation } from 'react-i18next';
import type { Report } from '../../api/moderation';
import { LocalLink } from '../../lib/language-path';
import styles from './moderation.module.css';

/** The text of a report that the shop creates when an upload is a sold copy. Only administrators get order numbers. */
export function ResoldCopy({ report }: { report: Report }) {
  const { t } = useTranslation();
  const orders = report.order_numbers;
  return (
    <>
      <p>{t('moderation:resold.text')}</p>
      {orders?.length === 0 && <p>{t('moderation:resold.unknown')}</p>}
      {orders && orders.length > 0 && (
        <p>
          {t('moderation:resold.orders', { count: orders.length })}{' '}
          {orders.map((number, index) => (
            <span key={number}>
              {index > 0 && ', '}
              <LocalLink
                className={`figures ${styles.order}`}
                to={`/admin?tab=purchases&search=${encodeURIComponent(number)}`}
              >
                {number}
              </LocalLink>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
