import { useTranslation } from 'react-i18next';
import { FormProblem } from '../../ui/forms/form-problem';
import { BackupSection } from './backup-section';
import { LanguageSection } from './language-section';
import { AppearanceSection } from './appearance-section';
import { MessagesSection } from './messages-section';
import styles from './preferences.module.css';
import { ReadingSection } from './reading-section';
import { useSaveChange } from './use-save-change';

/** All preferences. Each choice takes effect and is stored immediately. */
export function PreferencesPanel() {
  const { t } = useTranslation();
  const { save, message, refused } = useSaveChange();
  return (
    <div className={styles.panel}>
      {refused && <FormProblem title={t('preferences:notKept.title')} text={t('preferences:notKept.text')} />}
      <LanguageSection save={save} />
      <AppearanceSection save={save} />
      <ReadingSection save={save} />
      <MessagesSection />
      <BackupSection save={save} />
      <output className={styles.message}>{message && t(`preferences:said.${message}`)}</output>
    </div>
  );
}
