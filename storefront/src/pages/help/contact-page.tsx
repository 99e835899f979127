import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import styles from '../../features/help/help.module.css';
import { PageHead } from '../../ui/texts/page-head';
import { RichText } from '../../ui/texts/rich-text';

interface ContactOption {
  title: string;
  text: string;
}

export function Page() {
  const { t } = useTranslation();
  const { shopName, supportEmail, seller } = shopConfig();
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
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
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
            {seller.name || shopName}
            <br />
            {seller.address}
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
