import './styles/mantine.css';
import './styles/mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colourSchemeStore } from '../lib/preferences';
import { cssVariables, theme } from './styles/theme';

const colours = colourSchemeStore();

/** What screens with Mantine's components stand in. The first screens of the shop do without, so it comes with the others. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colours}
      defaultColorScheme="auto"
      // The policy allows no <style> in the page: the variables stand in mantine-variables.css.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
