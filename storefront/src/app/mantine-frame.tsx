import './styles/mantine.css';
import './styles/mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colourSchemeStore } from './colour-scheme-store';
import { cssVariables, theme } from './styles/theme';

const colours = colourSchemeStore();

/** Wraps screens that use Mantine's components. The first screens do not use Mantine, so it loads with the others. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colours}
      defaultColorScheme="auto"
      // The content security policy forbids <style> in the page: mantine-variables.css contains the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
