import { useTranslation } from 'react-i18next';
import { FormProblem } from '../../ui/forms/form-problem';
import { KeepingSection } from './keeping-section';
import { LanguageSection } from './language-section';
import { AppearanceSection } from './appearance-section';
import { MessagesSection } from './messages-section';
import styles from './preferences.module.css';
import { ReadingSection } from './reading-section';
import { useSettle } from './use-settle';

/** All preferences. Each choice takes effect and is stored at once. */
export function PreferencesPanel() {
  const { t } = useTranslation();
  const { settle, message, refused } = useSettle();
  return (
    <div className={styles.panel}>
      {refused && <FormProblem title={t('preferences:notKept.title')} text={t('preferences:notKept.text')} />}
      <LanguageSection settle={settle} />
      <AppearanceSection settle={settle} />
      <ReadingSection settle={settle} />
      <MessagesSection />
      <KeepingSection settle={settle} />
      <output className={styles.message}>{message && t(`preferences:said.${message}`)}</output>
    </div>
  );
}
