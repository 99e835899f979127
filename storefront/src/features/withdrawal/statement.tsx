import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './withdrawal.module.css';

interface StatementProps {
  text: string;
  contract: string;
  name: string;
  email: string;
  children?: ReactNode;
}

/** Shows a declaration of withdrawal: its text, the contract and the consumer. */
export function Statement({ text, contract, name, email, children }: StatementProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.statement}>
      <p>{text}</p>
      <dl>
        <div>
          <dt>{t('withdrawal:fact.contract')}</dt>
          <dd>{contract}</dd>
        </div>
        <div>
          <dt>{t('withdrawal:fact.name')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{t('withdrawal:fact.email')}</dt>
          <dd>{email}</dd>
        </div>
        {children}
      </dl>
    </div>
  );
}
