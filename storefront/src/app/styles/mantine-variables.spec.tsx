import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cssVariables, theme } from './theme';

const FILE = join(import.meta.dirname, 'mantine-variables.css');
const HEAD =
  '/* The variables of MantineProvider, which may not write a <style> into the page. UPDATE=1 and its test write this file. */\n';

/** Removes what the formatter changes in the file: comments, white space, and the kind of quote. */
const bare = (css: string) => css.replaceAll(/\/\*.*?\*\/|\s/gs, '').replaceAll("'", '"');

it('the style sheet contains the variables of the theme, so the page needs no inline style (review point 16)', () => {
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
  expect(bare(readFileSync(FILE, 'utf8'))).toBe(bare(injected[0]!));
});
