import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The minified axe, half the size, as it is injected into each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Not checked in a part of a page: axe takes the <header> of a dialog for a second banner of the page. */
const pageRules = ['landmark-no-duplicate-banner', 'landmark-unique'];

export type Theme = 'light' | 'dark' | 'contrast';

/**
 * Fails with one line for each rule and element that axe finds violated in the current page.
 * @param themes of which all rules are checked in the first, and only the colours in the others; high contrast is checked
 * in light and dark and requires a contrast ratio of 7
 * @param part a selector of the part to check, such as an open dialog
 */
export async function expectAccessible(page: Page, themes: Theme[], part?: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Wird geladen')).toHaveCount(0);
  expect(page.frames(), 'frames are not checked').toHaveLength(1);
  for (const [index, theme] of themes.entries()) {
    const schemes = theme === 'contrast' ? (['light', 'dark'] as const) : [theme];
    for (const scheme of schemes) await expectNone(page, scheme, theme === 'contrast', index > 0, part);
  }
  await page.emulateMedia({ contrast: 'no-preference' });
}

async function expectNone(
  page: Page,
  colorScheme: 'light' | 'dark',
  high: boolean,
  coloursOnly: boolean,
  part?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme, contrast: high ? 'more' : 'no-preference' });
  const shown = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  const settled = shown.and(page.locator(high ? '[data-contrast="more"]' : ':not([data-contrast])'));
  await expect(settled).toHaveCount(1);
  // The page receives the two changes one after the other; the frame after both is checked.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(settled).toHaveCount(1);
  const options: axe.RunOptions = { resultTypes: ['violations'] };
  // A ratio of 7 includes 4.5.
  if (coloursOnly || high) options.runOnly = [high ? 'color-contrast-enhanced' : 'color-contrast'];
  else if (part) options.rules = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]));
  const violations = await findViolations(page, options, part);
  // Soft, so that the other themes and screens are checked too.
  expect.soft(violations, `${page.url()} in ${colorScheme}${high ? ' with high contrast' : ''}`).toEqual([]);
}

/** Injects axe once per page: the injection takes as long as a check of the colours. */
async function findViolations(page: Page, options: axe.RunOptions, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([place, chosen]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(place ?? document, chosen);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
    },
    [part, options] as const,
  );
}
