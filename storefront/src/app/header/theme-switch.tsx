import { useTranslation } from 'react-i18next';
import { savePreferences, usePreferences } from '../../lib/preferences';
import { useMedia } from '../../lib/hooks/use-media';
import { IconButton } from '../../ui/overlays/icon-button';

/** Switches between the light and the dark theme. Until the visitor chooses one, the shop has the theme of the system. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { toggle, label, icon } = useThemeToggle(t);
  return (
    <IconButton aria-label={label} title={label} onClick={toggle}>
      {icon}
    </IconButton>
  );
}

export function useThemeToggle(t: (key: string) => string) {
  const { theme } = usePreferences();
  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const current = theme === 'auto' ? system : theme;
  const label = current === 'dark' ? t('common:theme.toLight') : t('common:theme.toDark');
  const icon = current === 'dark' ? <Sun /> : <Moon />;
  return { toggle: () => savePreferences({ theme: current === 'dark' ? 'light' : 'dark' }), label, icon };
}

const strokes = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function Moon() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" {...strokes}>
      <path d="M16.5 12.300A7 7 0 0 1 7.7 3.500a7 7 0 1 0 8.8 8.800Z" />
    </svg>
  );
}

function Sun() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" {...strokes}>
      <circle cx="10" cy="10" r="3.5" />
      <path d="M10 2v2m0 12v2M2 10h2m12 0h2M4.3 4.300l1.4 1.400m8.6 8.6 1.4 1.400m0-11.4-1.4 1.400M5.7 14.300l-1.4 1.4" />
    </svg>
  );
}
