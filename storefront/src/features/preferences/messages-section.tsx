import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../lib/language-path';
import { useSession } from '../../lib/session';
import styles from './preferences.module.css';

/** The messages that the shop sends. Marketing mails are the only optional messages; users choose them in their account. */
export function MessagesSection() {
  const { t } = useTranslation();
  const { isAuthenticated } = useSession();
  return (
    <section className={styles.section} aria-labelledby="preferences-messages">
      <h2 id="preferences-messages">{t('preferences:messages.title')}</h2>
      <dl className={styles.messages}>
        <div>
          <dt>{t('preferences:messages.email.label')}</dt>
          <dd>{t('preferences:messages.email.text')}</dd>
        </div>
        <div>
          <dt>{t('preferences:messages.marketing.label')}</dt>
          <dd>
            {isAuthenticated ? (
              <>
                {t('preferences:messages.marketing.account')}{' '}
                <LocalLink to="/profile?tab=privacy">{t('preferences:messages.marketing.toConsent')}</LocalLink>
              </>
            ) : (
              t('preferences:messages.marketing.visitor')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('preferences:messages.push.label')}</dt>
          <dd>{t('preferences:messages.push.text')}</dd>
        </div>
      </dl>
    </section>
  );
}
