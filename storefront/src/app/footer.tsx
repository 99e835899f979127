import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';
import { LocalLink } from '../lib/language-path';
import { authPath } from '../lib/return-path';
import { useSession } from '../lib/session';
import styles from './footer.module.css';
import { LanguageSwitch } from './language-switch';

/** Only links to screens that exist. */
export function Footer() {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  const here = useLocation();
  const { shopName, supportEmail } = shopConfig();
  const account = isAuthenticated
    ? [['/downloads', t('common:nav.purchases')] as const]
    : [
        [authPath('/login', here), t('common:nav.signIn')] as const,
        [authPath('/register', here), t('common:nav.register')] as const,
      ];
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <p className={styles.brand}>{shopName}</p>
          <p className="muted small">{t('common:footer.claim')}</p>
          {supportEmail && (
            <p className="small">
              {t('common:footer.support')} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </p>
          )}
        </div>
        <LinkGroup
          title={t('common:footer.marketplace')}
          links={[
            ['/', t('common:nav.home')],
            ['/patterns', t('common:nav.patterns')],
          ]}
        />
        <LinkGroup title={t('common:footer.account')} links={account} />
        <LinkGroup
          title={t('common:footer.legal')}
          links={[
            ['/terms', t('legal:terms.title')],
            ['/privacy', t('legal:privacy.title')],
            ['/widerruf', t('legal:widerruf.title')],
            ['/impressum', t('legal:impressum.title')],
          ]}
        />
      </div>
      <div className={styles.last}>
        <LanguageSwitch variant="buttons" />
        <p className="muted small">{t('common:footer.vat')}</p>
      </div>
    </footer>
  );
}

function LinkGroup({ title, links }: { title: string; links: readonly (readonly [path: string, words: string])[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.links}>
        {links.map(([path, words]) => (
          <li key={path}>
            <LocalLink to={path}>{words}</LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
