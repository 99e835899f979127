import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cssVariables, theme } from './theme';

const FILE = join(import.meta.dirname, 'mantine-variables.css');
const HEAD = `/* Mantine's variables. MantineProvider must not write them into a <style> element, because the content security
   policy forbids such elements. UPDATE=1 makes mantine-variables.spec.tsx write this file. */
`;

/** Removes comments and white space and unifies the quotes, because the formatter changes them. */
const normalise = (css: string) => css.replaceAll(/\/\*.*?\*\/|\s/gs, '').replaceAll("'", '"');

it('mantine-variables.css contains the variables of the theme, so that the page needs no <style> element', () => {
  const { container } = render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      withGlobalClasses={false}
    >
      <p />
    </MantineProvider>,
  );
  const injected = [...container.querySelectorAll('style[data-mantine-styles]')].map((style) => style.textContent);
  expect(injected).toHaveLength(1);
  if (process.env.UPDATE) writeFileSync(FILE, `${HEAD}${injected[0]}\n`);
  expect(normalise(readFileSync(FILE, 'utf8'))).toBe(normalise(injected[0]!));
});
