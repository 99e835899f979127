import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Pattern } from '../../api/types';
import { useLocalPath } from '../../lib/language-path';
import { PriceLine } from './decision';
import styles from './decision.module.css';

/** On the phone the buy button stays where the thumb is. */
export function BuyBar({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <div className={styles.bar}>
      <PriceLine pattern={pattern} />
      <Button component={Link} to={local(`/checkout/${pattern.id}`)} size="lg">
        {pattern.price === 0 ? t('detail:getFree') : t('detail:buy')}
      </Button>
    </div>
  );
}
