import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import styles from '../../features/help/help.module.css';
import { operatorValues } from '../../lib/operator-values';
import { PageHead } from '../../ui/texts/page-head';
import { RichText } from '../../ui/texts/rich-text';

interface ContactOption {
  title: string;
  text: string;
}

export function Page() {
  const { t } = useTranslation();
  const { supportEmail } = shopConfig();
  const operator = operatorValues({ address: t('help:contact.addressMissing'), email: t('help:contact.mailMissing') });
  const ways = t('help:contact.ways', { returnObjects: true }) as ContactOption[];
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('help:contact.title')} description={t('help:contact.description')} />
      <h1>{t('help:contact.title')}</h1>
      <p className="lead">{t('help:contact.lead')}</p>
      <div className={styles.write}>
        <div>
          <h2>{t('help:contact.mail')}</h2>
          <p className={styles.address}>
            <RichText text={operator.email} />
          </p>
          <p>{t('help:contact.order')}</p>
          <p className="muted small">{t('help:contact.never')}</p>
          {supportEmail && (
            <Button component="a" href={`mailto:${supportEmail}`}>
              {t('help:contact.write')}
            </Button>
          )}
        </div>
        <div>
          <h2>{t('help:contact.seller')}</h2>
          <address className={styles.seller}>
            {operator.seller}
            <br />
            <RichText text={operator.address} />
          </address>
          <p className="small">
            <RichText text={t('help:contact.imprint')} />
          </p>
        </div>
      </div>
      <section aria-labelledby="quick">
        <h2 id="quick">{t('help:contact.quick')}</h2>
        <ul className={styles.ways}>
          {ways.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>
                <RichText text={text} />
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
