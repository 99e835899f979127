import { useTranslation } from 'react-i18next';
import { privacy } from '../../api/privacy';
import { MailedLink } from '../../ui/orders/mailed-link';
import { PrivacyLink } from './privacy-link';

export function UndoDeletion() {
  const { t } = useTranslation();
  return (
    <MailedLink
      ask={{
        title: t('privacy:mailed.undo.title'),
        text: <p>{t('privacy:mailed.undo.text')}</p>,
        action: t('privacy:mailed.undo.action'),
      }}
      work={privacy.undoDeletion}
      done={() => ({
        title: t('privacy:mailed.undo.done'),
        text: t('privacy:mailed.undo.doneText'),
        next: <PrivacyLink />,
      })}
      over={{
        TOKEN_INVALID: {
          title: t('privacy:mailed.invalid'),
          text: t('privacy:mailed.undo.invalidText'),
          next: <PrivacyLink />,
        },
        DELETION_BEGUN: { title: t('privacy:mailed.undo.begun'), text: t('later:code.DELETION_BEGUN') },
      }}
    />
  );
}
