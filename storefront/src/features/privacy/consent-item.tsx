import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consents } from '../../api/privacy';
import { formatDate } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import styles from './privacy.module.css';

interface ConsentItemProps {
  consent: Consents['consents'][number];
  problem: string | false;
  onDecide: (given: boolean) => void;
}

/** Giving and withdrawing are the same button in the same place: one is as easy as the other. */
export function ConsentItem({ consent, problem, onDecide }: ConsentItemProps) {
  const { t } = useTranslation();
  const id = useId();
  const { type, granted } = consent;
  return (
    <li className={styles.item}>
      <div>
        <h3 id={`${id}title`}>{t(`privacy:type.${type}.title`)}</h3>
        <p>{t(`privacy:type.${type}.text`)}</p>
        <output className={styles.standing} data-granted={granted || undefined}>
          <StandingOf consent={consent} />
        </output>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      <Button
        id={`${id}button`}
        variant="outline"
        aria-labelledby={`${id}button ${id}title`}
        onClick={() => onDecide(!granted)}
      >
        {granted ? t('privacy:consents.withdraw') : t('privacy:consents.give')}
      </Button>
    </li>
  );
}

function StandingOf({ consent: { granted, grantedAt, withdrawnAt } }: Pick<ConsentItemProps, 'consent'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (granted && grantedAt) return t('privacy:consents.since', { date: formatDate(grantedAt, language) });
  if (withdrawnAt) return t('privacy:consents.withdrawn', { date: formatDate(withdrawnAt, language) });
  return t('privacy:consents.never');
}
