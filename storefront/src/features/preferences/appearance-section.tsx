import { useTranslation } from 'react-i18next';
import { allowed, usePreferences } from '../../lib/preferences';
import { Choice } from './choice';
import styles from './preferences.module.css';
import type { SaveChange } from './use-save-change';

export function AppearanceSection({ save }: { save: SaveChange }) {
  const { t } = useTranslation();
  const { theme, display } = usePreferences();
  return (
    <section className={styles.section} aria-labelledby="preferences-look">
      <h2 id="preferences-look">{t('preferences:look.title')}</h2>
      <Choice
        name="theme"
        legend={t('preferences:theme.label')}
        value={theme}
        options={allowed.theme.map((value) => ({ value, label: t(`preferences:theme.${value}`) }))}
        onChoose={(chosen) => save({ theme: chosen })}
      />
      <Choice
        name="density"
        legend={t('preferences:density.label')}
        value={display.density}
        options={allowed.display.density.map((value) => ({ value, label: t(`preferences:density.${value}`) }))}
        onChoose={(density) => save({ display: { density } })}
      />
      <Choice
        name="layout"
        legend={t('preferences:layout.label')}
        value={display.layout}
        options={allowed.display.layout.map((value) => ({ value, label: t(`preferences:layout.${value}`) }))}
        onChoose={(layout) => save({ display: { layout } })}
      />
    </section>
  );
}
