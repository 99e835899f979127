import { Radio } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../api/types';
import { formatPrice } from '../../lib/format';
import { formatLegalDate, lastDay } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import styles from './withdrawal.module.css';

interface ContractChoiceProps {
  orders: Purchase[];
  /** The number of the picked order; empty if the user picks "another contract", null before a choice. */
  picked: string | null;
  problem?: string;
  onPick: (orderNumber: string) => void;
}

/** Lets the user pick one of their orders with a right of withdrawal, or another contract. */
export function ContractChoice({ orders, picked, problem, onPick }: ContractChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const first = useRef<HTMLInputElement>(null);
  // focusFirstProblem looks for aria-invalid, which a radio group cannot have. So the first choice takes the focus here.
  useEffect(() => {
    if (problem) first.current?.focus();
  }, [problem]);
  return (
    <Radio.Group
      value={picked}
      onChange={onPick}
      label={t('withdrawal:which')}
      error={problem}
      className={styles.choice}
    >
      {orders.map(({ id, orderNumber, patternTitle, purchaseDate, amountCents, currency, confirmation }, index) => (
        <Radio
          key={id}
          ref={index === 0 ? first : undefined}
          value={orderNumber}
          label={patternTitle}
          description={t('withdrawal:order', {
            number: orderNumber,
            date: formatLegalDate(purchaseDate, language),
            price: formatPrice(amountCents, currency),
            until: formatLegalDate(lastDay(confirmation.withdrawableUntil!), language),
          })}
        />
      ))}
      <Radio value="" label={t('withdrawal:another')} />
    </Radio.Group>
  );
}
