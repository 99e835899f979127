import { useTranslation } from 'react-i18next';
import { savePreferences, usePreferences } from '../../lib/preferences';
import styles from './layout-switch.module.css';

const drawings = {
  grid: 'M3 3h6v7H3zM13 3h6v7h-6zM3 13h6v6H3zM13 13h6v6h-6z',
  list: 'M3 3h5v6H3zM3 13h5v6H3zM11 5h8M11 8h5M11 15h8M11 18h5',
};

/** Two buttons that show the patterns as a grid or as a list. The choice is stored as a preference. */
export function LayoutSwitch() {
  const { t } = useTranslation();
  const { layout } = usePreferences().display;
  return (
    <fieldset className={styles.switch} aria-label={t('catalogue:layout.label')}>
      {(['grid', 'list'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-label={t(`catalogue:layout.${name}`)}
          title={t(`catalogue:layout.${name}`)}
          aria-pressed={layout === name}
          onClick={() => savePreferences({ display: { layout: name } })}
        >
          <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
            <path d={drawings[name]} />
          </svg>
        </button>
      ))}
    </fieldset>
  );
}
