import { useTranslation } from 'react-i18next';
import { FormProblem } from '../../ui/forms/form-problem';
import { KeepingSection } from './keeping-section';
import { LanguageSection } from './language-section';
import { LookSection } from './look-section';
import { MessagesSection } from './messages-section';
import styles from './preferences.module.css';
import { ReadingSection } from './reading-section';
import { useSettle } from './use-settle';

/** Everything one can choose about the shop. Each choice acts and is stored at once. */
export function PreferencesPanel() {
  const { t } = useTranslation();
  const { settle, said, refused } = useSettle();
  return (
    <div className={styles.panel}>
      {refused && <FormProblem title={t('preferences:notKept.title')} text={t('preferences:notKept.text')} />}
      <LanguageSection settle={settle} />
      <LookSection settle={settle} />
      <ReadingSection settle={settle} />
      <MessagesSection />
      <KeepingSection settle={settle} />
      <output className={styles.said}>{said && t(`preferences:said.${said}`)}</output>
    </div>
  );
}
