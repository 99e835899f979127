import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half as long as the readable one, and carried into each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A <header> in a dialog heads the dialog; axe takes it for a second head of the page. */
const outsideOfPages = ['landmark-no-duplicate-banner', 'landmark-unique'];

export type Theme = 'light' | 'dark' | 'contrast';

/**
 * Fails with one line for each rule and element where axe finds a barrier in what is shown right now, or in the part
 * of it that a selector names, such as an open dialog. In the first appearance everything is looked at, in the others
 * the colours: everything else is the same page. High contrast stands in light and in dark and needs a ratio of 7.
 */
export async function expectNoBarriers(page: Page, themes: Theme[], part?: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Wird geladen')).toHaveCount(0);
  expect(page.frames(), 'a page in a page would not be looked at').toHaveLength(1);
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
  // The page hears of both changes one after the other; what is looked at is the frame after them.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(settled).toHaveCount(1);
  const options: axe.RunOptions = { resultTypes: ['violations'] };
  // Whatever has 7 has 4.5.
  if (coloursOnly || high) options.runOnly = [high ? 'color-contrast-enhanced' : 'color-contrast'];
  else if (part) options.rules = Object.fromEntries(outsideOfPages.map((rule) => [rule, { enabled: false }]));
  const barriers = await barriersIn(page, options, part);
  // Soft, so that the other appearances and screens are looked at all the same.
  expect.soft(barriers, `${page.url()} in ${colorScheme}${high ? ' with high contrast' : ''}`).toEqual([]);
}

/** Once in a page axe stays there: carrying it in takes as long as a look at the colours. */
async function barriersIn(page: Page, options: axe.RunOptions, part?: string): Promise<string[]> {
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
