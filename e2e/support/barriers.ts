import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A <header> in a dialog heads the dialog; axe takes it for a second head of the page. */
const outsideOfPages = ['landmark-no-duplicate-banner', 'landmark-unique'];

/**
 * Fails with one line for each rule and element where axe finds a barrier in what is shown right now, or in the part
 * of it that a selector names, such as an open dialog.
 */
export async function expectNoBarriers(page: Page, themes: ('light' | 'dark')[], part?: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Wird geladen')).toHaveCount(0);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const axe = new AxeBuilder({ page });
    if (part) axe.include(part).disableRules(outsideOfPages);
    const { violations } = await axe.analyze();
    const barriers = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
    expect(barriers, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}
