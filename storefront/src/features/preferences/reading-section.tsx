import { useTranslation } from 'react-i18next';
import { allowed, usePreferences } from '../../lib/preferences';
import { Choice } from './choice';
import styles from './preferences.module.css';
import { CheckboxTile } from './checkbox-tile';
import type { SaveChange } from './use-save-change';

const sampleSizes = { small: '0.9375em', medium: '1em', large: '1.125em', 'x-large': '1.25em' };

export function ReadingSection({ save }: { save: SaveChange }) {
  const { t } = useTranslation();
  const { accessibility } = usePreferences();
  return (
    <section className={styles.section} aria-labelledby="preferences-reading">
      <h2 id="preferences-reading">{t('preferences:reading.title')}</h2>
      <Choice
        name="fontSize"
        legend={t('preferences:fontSize.label')}
        value={accessibility.fontSize}
        options={allowed.accessibility.fontSize.map((value) => ({
          value,
          label: t(`preferences:fontSize.${value}`),
          sample: (
            <span aria-hidden="true" style={{ fontSize: sampleSizes[value] }}>
              Aa
            </span>
          ),
        }))}
        onChoose={(fontSize) => save({ accessibility: { fontSize } })}
      />
      <div className={styles.pair}>
        <CheckboxTile
          label={t('preferences:contrast.label')}
          hint={t('preferences:contrast.hint')}
          checked={accessibility.highContrast}
          onChange={(highContrast) => save({ accessibility: { highContrast } })}
        />
        <CheckboxTile
          label={t('preferences:motion.label')}
          hint={t('preferences:motion.hint')}
          checked={accessibility.reducedMotion}
          onChange={(reducedMotion) => save({ accessibility: { reducedMotion } })}
        />
      </div>
    </section>
  );
}
