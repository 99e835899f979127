import { useTranslation } from 'react-i18next';
import { privacy } from '../../api/privacy';
import { formatMoment } from '../../lib/format-date';
import { LocalLink, useLanguage } from '../../lib/language-path';
import { MailedLink } from '../../ui/orders/mailed-link';
import { PrivacyLink } from './privacy-link';

export function ConfirmDeletion() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <MailedLink
      ask={{
        title: t('privacy:mailed.confirm.title'),
        text: (
          <>
            <p>{t('privacy:mailed.confirm.text')}</p>
            <p className="muted">{t('privacy:mailed.confirm.keep')}</p>
          </>
        ),
        action: t('privacy:mailed.confirm.action'),
        next: <LocalLink to="/">{t('privacy:mailed.confirm.cancel')}</LocalLink>,
      }}
      work={privacy.confirmDeletion}
      done={({ erasesAt }) => ({
        title: t('privacy:mailed.confirm.done', { date: formatMoment(erasesAt!, language) }),
        text: t('privacy:mailed.confirm.doneText'),
        next: <PrivacyLink />,
      })}
      over={{
        TOKEN_EXPIRED: {
          title: t('privacy:mailed.expired'),
          text: t('privacy:mailed.confirm.expiredText'),
          next: <PrivacyLink />,
        },
        TOKEN_INVALID: {
          title: t('privacy:mailed.invalid'),
          text: t('privacy:mailed.confirm.invalidText'),
          next: <PrivacyLink />,
        },
      }}
    />
  );
}
