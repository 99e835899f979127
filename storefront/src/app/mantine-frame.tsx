import './styles/mantine.css';
import './styles/mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { onPreferences, readPreferences, savePreferences, type Theme } from '../lib/preferences';
import { cssVariables, theme } from './styles/theme';

const colorSchemeManager = createColorSchemeManager();

/** Wraps screens that use Mantine's components. The first screens do not use Mantine, so they do not load it. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // The content security policy forbids <style> elements. mantine-variables.css contains the variables instead.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** Lets Mantine read and write the colour scheme in the shop's preferences. */
function createColorSchemeManager() {
  let stop: (() => void) | undefined;
  return {
    get: () => readPreferences().theme,
    set: (chosen: Theme) => {
      // Mantine also calls `set` after a change of the preferences. Saving that change again would cause a loop.
      if (chosen !== readPreferences().theme) savePreferences({ theme: chosen });
    },
    subscribe: (update: (chosen: Theme) => void) => {
      stop = onPreferences(() => update(readPreferences().theme));
    },
    unsubscribe: () => stop?.(),
    clear: () => void savePreferences({ theme: 'auto' }),
  };
}
