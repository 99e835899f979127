import { useTranslation } from 'react-i18next';
import type { FactorSetUp } from '../../api/security';
import styles from './security.module.css';

const svgType = 'image/svg+xml';

/** The secret for an authenticator app, as a QR code and as text. */
export function FactorQr({ setUp: { qr_svg: svg, secret, address } }: { setUp: FactorSetUp }) {
  const { t } = useTranslation();
  return (
    <div className={styles.setUp}>
      <h3>{t('account:factor.scan')}</h3>
      <p className="muted">{t('account:factor.scanText')}</p>
      <img
        className={styles.qr}
        src={`data:${svgType},${encodeURIComponent(svg)}`}
        alt={t('account:factor.qr')}
        width={200}
        height={200}
      />
      <p>{t('account:factor.typeText')}</p>
      <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <p>
        <a href={address}>{t('account:factor.openApp')}</a>
      </p>
    </div>
  );
}
