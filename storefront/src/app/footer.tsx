import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { shopConfig } from '../api/config';
import { NewsletterBox } from '../features/newsletter/newsletter-box';
import { LocalLink } from '../lib/language-path';
import { authPath } from '../lib/return-path';
import { useSession } from '../lib/session';
import styles from './footer.module.css';
import { LanguageSwitch } from './header/language-switch';

export function Footer() {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  const here = useLocation();
  const { shopName, supportEmail, socialLinks } = shopConfig();
  const words = (name: string) => t(`common:footer.links.${name}`);
  const account = isAuthenticated
    ? [['/profile', t('common:nav.profile')] as const, ['/downloads', t('common:nav.purchases')] as const]
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
          {socialLinks.length > 0 && (
            <ul className={`${styles.links} small`} aria-label={t('common:footer.social')}>
              {socialLinks.map((link) => (
                <li key={link}>
                  <a href={link} rel="me noopener noreferrer">
                    {link.replace(/^https?:\/\/(www\.)?/, '')}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <LinkGroup
          title={t('common:footer.marketplace')}
          links={[
            ['/patterns', t('common:nav.patterns')],
            ['/designers', words('designers')],
            ['/studio', t('common:nav.studio')],
            ['/ranking', words('ranking')],
          ]}
        />
        <LinkGroup title={t('common:footer.account')} links={[...account, ['/wishlist', t('common:nav.wishlist')]]} />
        <LinkGroup
          title={t('common:footer.help')}
          links={[
            ['/help', words('help')],
            ['/contact', words('contact')],
            ['/size-guide', words('sizeGuide')],
            ['/tutorials', words('tutorials')],
            ['/withdraw', words('withdraw')],
          ]}
        />
        <LinkGroup
          title={t('common:footer.legal')}
          links={(
            ['terms', 'privacy', 'widerruf', 'refunds', 'copyright', 'impressum', 'barrierefreiheit'] as const
          ).map((name) => [`/${name}`, words(name)])}
        />
      </div>
      <NewsletterBox />
      <div className={styles.last}>
        <div className={styles.choices}>
          <LanguageSwitch variant="buttons" />
          <LocalLink to="/preferences">{t('common:preferences')}</LocalLink>
        </div>
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
