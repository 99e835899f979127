import { useTranslation } from 'react-i18next';
import type { PlaceReview, TaxOverview } from '../../../api/admin';
import { formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import styles from '../admin.module.css';
import { useRowDetails } from '../use-row-details';
import { PlaceForm } from './place-form';

interface PlaceRowProps extends Pick<TaxOverview, 'places'> {
  review: PlaceReview;
  /** Called with the order number. */
  onDecided: (orderNumber: string) => void;
}

export function PlaceRow({ review, places, onDecided }: PlaceRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useRowDetails();
  const { orderNumber, statedName, cardName, foundAt, decision, correctedToName, needsDocument, reason } = review;
  const cell = (column: 'stated' | 'card' | 'outcome') => ({ 'data-label': t(`admin:tax.places.column.${column}`) });
  const outcome = needsDocument ? 'document' : (decision ?? 'open');
  const isOpen = decision === null;
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.who}>
          <strong className={styles.whole}>{orderNumber}</strong>
          <span className="muted small">{formatMoment(foundAt, language)}</span>
        </th>
        <td {...cell('stated')}>{statedName}</td>
        <td {...cell('card')}>{cardName}</td>
        <td {...cell('outcome')}>
          <div>
            <span className={styles.status} data-state={isOpen || needsDocument ? 'failed' : 'cancelled'}>
              {t(`admin:tax.places.outcome.${outcome}`, { country: correctedToName ?? '' })}
            </span>
            {reason && <p className="muted small">{reason}</p>}
            {isOpen && (
              <Button {...details.button} aria-label={t('admin:tax.places.decideOf', { number: orderNumber })}>
                {t('admin:tax.places.decide')}
              </Button>
            )}
          </div>
        </td>
      </tr>
      <tr {...details.row} hidden={!details.open || !isOpen}>
        <td colSpan={4}>
          {details.open && isOpen && (
            <PlaceForm review={review} places={places} onDecided={() => onDecided(orderNumber)} />
          )}
        </td>
      </tr>
    </tbody>
  );
}
