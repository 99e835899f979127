import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { LocalLink } from '../../lib/language-path';
import { ReportButton } from './report/report-button';
import styles from './seller.module.css';

/** The designer, the legal statement about the seller, and the button that reports the pattern. */
export function Seller({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const { seller, shopName } = shopConfig();
  const { designer_name: name, designer_avatar: avatar, designer } = pattern;
  return (
    <section className={styles.seller} aria-labelledby="designer">
      {avatar && <img src={avatar} alt="" width={72} height={72} loading="lazy" />}
      <div>
        <p className="muted small">{t('detail:designer.by')}</p>
        <h2 id="designer">{name}</h2>
        <p>
          <LocalLink to={`/designers/${designer.slug}`}>{t('detail:designer.more', { name })}</LocalLink>
        </p>
      </div>
      <div className={styles.legal}>
        <p className="small">
          {t('detail:seller.trader', { seller: seller.name || shopName })}{' '}
          <LocalLink to="/impressum">{t('detail:seller.imprint')}</LocalLink>
        </p>
        <ReportButton patternId={pattern.id} />
      </div>
    </section>
  );
}
