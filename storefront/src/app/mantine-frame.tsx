import './mantine.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colourSchemeStore } from '../lib/preferences';
import { cssVariables, theme } from './theme';

const colours = colourSchemeStore();

/** What screens with Mantine's components stand in. The first screens of the shop do without, so it comes with the others. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colours}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
