import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../api/types';
import { formatDate, formatPrice, lastDay } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import styles from './withdrawal.module.css';

interface ContractChoiceProps {
  orders: Purchase[];
  picked: string;
  onPick: (orderNumber: string) => void;
}

/** The own orders that can still be withdrawn from, and a way to name another one. */
export function ContractChoice({ orders, picked, onPick }: ContractChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Radio.Group value={picked} onChange={onPick} label={t('withdrawal:which')} className={styles.choice}>
      {orders.map(({ id, orderNumber, patternTitle, purchaseDate, amountCents, currency, confirmation }) => (
        <Radio
          key={id}
          value={orderNumber}
          label={patternTitle}
          description={t('withdrawal:order', {
            number: orderNumber,
            date: formatDate(purchaseDate, language),
            price: formatPrice(amountCents, currency),
            until: formatDate(lastDay(confirmation.withdrawableUntil!), language),
          })}
        />
      ))}
      <Radio value="" label={t('withdrawal:another')} />
    </Radio.Group>
  );
}
