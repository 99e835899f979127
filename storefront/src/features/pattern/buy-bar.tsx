import { useTranslation } from 'react-i18next';
import type { Pattern } from '../../api/types';
import { BuyButton, useOwned } from './buy-button';
import styles from './pattern-info.module.css';
import { PriceLine } from './price-line';

/** The bar with the buy button, fixed at the bottom of a phone's screen. */
export function BuyBar({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const owned = useOwned(pattern.id);
  return (
    <div className={styles.bar}>
      {owned ? <p className="small">{t('detail:owned.text')}</p> : <PriceLine pattern={pattern} />}
      <BuyButton pattern={pattern} />
    </div>
  );
}
