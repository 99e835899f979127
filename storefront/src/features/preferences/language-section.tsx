import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language-path';
import { Choice } from './choice';
import styles from './preferences.module.css';
import { useChooseLanguage } from './use-choose-language';
import type { SaveChange } from './use-save-change';

export function LanguageSection({ save }: { save: SaveChange }) {
  const { t } = useTranslation();
  const currentLanguage = useLanguage();
  const showLanguage = useChooseLanguage();
  return (
    <section className={styles.section} aria-labelledby="preferences-language">
      <h2 id="preferences-language">{t('preferences:language.title')}</h2>
      <Choice
        name="language"
        legend={t('preferences:language.label')}
        value={currentLanguage}
        options={[
          { value: 'de', label: 'Deutsch', lang: 'de' },
          { value: 'en', label: 'English', lang: 'en' },
        ]}
        onChoose={(language) => {
          save({ language });
          showLanguage(language);
        }}
      />
      <p>
        <strong>{t('preferences:currency.label')}</strong> {t('preferences:currency.euro')}
      </p>
    </section>
  );
}
