import './styles/mantine.css';
import './styles/mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { onPreferences, readPreferences, savePreferences, type Theme } from '../lib/preferences';
import { cssVariables, theme } from './styles/theme';

const colorSchemeManager = createColorSchemeManager();

/** Wraps screens that use Mantine's components. The first screens do not use Mantine, so it loads with the others. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // The content security policy forbids <style> in the page: mantine-variables.css contains the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** Mantine's colour scheme manager on top of the preferences. */
function createColorSchemeManager() {
  let stop: (() => void) | undefined;
  return {
    get: () => readPreferences().theme,
    set: (chosen: Theme) => {
      // Mantine echoes each change; saving it again would loop.
      if (chosen !== readPreferences().theme) savePreferences({ theme: chosen });
    },
    subscribe: (update: (chosen: Theme) => void) => {
      stop = onPreferences(() => update(readPreferences().theme));
    },
    unsubscribe: () => stop?.(),
    clear: () => void savePreferences({ theme: 'auto' }),
  };
}
