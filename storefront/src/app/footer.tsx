import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { shopConfig, vatKey } from '../api/config';
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
  const link = (name: string) => t(`common:footer.links.${name}`);
  const account = isAuthenticated
    ? [['/profile', t('common:nav.profile')] as const, ['/downloads', t('common:nav.purchases')] as const]
    : [
        [authPath('/login', here), t('common:nav.signIn')] as const,
        [authPath('/register', here), t('common:nav.register')] as const,
      ];
  const legal = ['terms', 'privacy', 'widerruf', 'refunds', 'copyright', 'impressum', 'barrierefreiheit'] as const;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <Operator />
        <LinkGroup
          title={t('common:footer.marketplace')}
          links={[
            ['/patterns', t('common:nav.patterns')],
            ['/designers', link('designers')],
            ['/studio', t('common:nav.studio')],
            ['/ranking', link('ranking')],
          ]}
        />
        <LinkGroup title={t('common:footer.account')} links={[...account, ['/wishlist', t('common:nav.wishlist')]]} />
        <LinkGroup
          title={t('common:footer.help')}
          links={[
            ['/help', link('help')],
            ['/contact', link('contact')],
            ['/size-guide', link('sizeGuide')],
            ['/tutorials', link('tutorials')],
          ]}
        />
        <LinkGroup title={t('common:footer.legal')} links={legal.map((name) => [`/${name}`, link(name)])} />
      </div>
      <NewsletterBox />
      <div className={styles.last}>
        <div className={styles.choices}>
          <LanguageSwitch variant="buttons" />
          <LocalLink to="/preferences">{t('common:preferences')}</LocalLink>
        </div>
        <p className="muted small">{t(`common:footer.${vatKey()}`)}</p>
      </div>
    </footer>
  );
}

/** The name of the shop, its e-mail address and its profiles in social networks. */
function Operator() {
  const { t } = useTranslation();
  const { shopName, supportEmail, socialLinks } = shopConfig();
  return (
    <div>
      <p className={styles.brand}>{shopName}</p>
      <p className="muted small">{t('common:footer.claim')}</p>
      {supportEmail && (
        <p className="small">
          {t('common:footer.support')} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      )}
      <LocalLink to="/withdraw" className={styles.withdraw}>
        {t('common:footer.links.withdraw')}
      </LocalLink>
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
  );
}

function LinkGroup({ title, links }: { title: string; links: readonly (readonly [path: string, text: string])[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.links}>
        {links.map(([path, text]) => (
          <li key={path}>
            <LocalLink to={path}>{text}</LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
