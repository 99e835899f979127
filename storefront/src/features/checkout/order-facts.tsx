import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import styles from './checkout.module.css';

/** What the buyer must know before the order (Art. 246a, 246c EGBGB): minors, payment, contract language and licence. */
export function OrderFacts({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { licence } = pattern.details;
  const facts = [
    ...(pattern.price > 0 ? [[t('checkout:facts.payment'), t('checkout:facts.card')]] : []),
    [t('checkout:facts.language'), t('checkout:facts.languages')],
    // During a rolling update, an API of an older version sends no licence, and stores none with the order.
    ...(licence
      ? [[t('checkout:licence.title'), t(`checkout:licence.text.${licence.kind}`, { pieces: licence.pieces })]]
      : []),
  ];
  return (
    <>
      <p className="small muted">{t('checkout:facts.minors')}</p>
      <dl className={styles.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
