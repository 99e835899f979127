import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The source of axe, which is injected into each page. The minified build has half the size of the full build. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Rules for whole pages. They are switched off when only a part is checked, for example a dialog, because axe treats the
 * <header> of the dialog as a second page banner.
 */
const pageRules = ['landmark-no-duplicate-banner', 'landmark-unique'];

export type Theme = 'light' | 'dark' | 'contrast';

/**
 * Fails when axe finds violations in the current page. The failure lists each violated rule with its element.
 * @param themes The first theme is checked for all rules, the other themes only for colour contrast. The theme `contrast` is
 * checked in light and dark and requires a contrast ratio of 7.
 * @param part the selector of the part to check, for example an open dialog; without it the whole page is checked
 */
export async function expectAccessible(page: Page, themes: Theme[], part?: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Wird geladen')).toHaveCount(0);
  expect(page.frames(), 'axe does not check frames').toHaveLength(1);
  for (const [index, theme] of themes.entries()) {
    const schemes = theme === 'contrast' ? (['light', 'dark'] as const) : [theme];
    for (const scheme of schemes) await expectNoViolations(page, scheme, theme === 'contrast', index > 0, part);
  }
  await page.emulateMedia({ contrast: 'no-preference' });
}

async function expectNoViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  highContrast: boolean,
  coloursOnly: boolean,
  part?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme, contrast: highContrast ? 'more' : 'no-preference' });
  const inScheme = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  const inTheme = inScheme.and(page.locator(highContrast ? '[data-contrast="more"]' : ':not([data-contrast])'));
  await expect(inTheme).toHaveCount(1);
  // The page receives the changes of colour scheme and contrast one after the other. Two frames later it has rendered both.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(inTheme).toHaveCount(1);
  const options: axe.RunOptions = { resultTypes: ['violations'] };
  // The enhanced rule requires a ratio of 7, which includes the 4.5 of the normal rule.
  if (coloursOnly || highContrast) options.runOnly = [highContrast ? 'color-contrast-enhanced' : 'color-contrast'];
  else if (part) options.rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const violations = await findViolations(page, options, part);
  // After a failed soft assertion the test continues with the other themes and screens.
  expect.soft(violations, `${page.url()} in ${colorScheme}${highContrast ? ' with high contrast' : ''}`).toEqual([]);
}

/** Injects axe only once per page, because an injection takes as long as a check of the colours. */
async function findViolations(page: Page, options: axe.RunOptions, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, runOptions]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector ?? document, runOptions);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    [part, options] as const,
  );
}
