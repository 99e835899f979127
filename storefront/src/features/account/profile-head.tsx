import { useTranslation } from 'react-i18next';
import type { User } from '../../api/types';
import { formatDate } from '../../lib/format-date';
import { useLanguage } from '../../lib/language-path';
import { Avatar } from './avatar';
import styles from './profile.module.css';

/** The signed-in user: picture, name, address, role and date of registration. */
export function ProfileHead({ user, isVerified }: { user: User; isVerified: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <header className={styles.head}>
      <Avatar user={user} />
      <div className={styles.who}>
        <p className={styles.name}>
          {user.displayName}
          {isVerified && <span className={styles.badge}>{t('account:verification.badge')}</span>}
        </p>
        <p className={styles.address}>{user.email}</p>
        <p className="muted small figures">
          {t(`account:role.${user.role}`)} · {t('account:since', { date: formatDate(user.created_at, language) })}
        </p>
      </div>
    </header>
  );
}
