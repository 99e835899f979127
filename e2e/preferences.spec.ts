import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();
const computedStyle = (page: Page, selector: string, name: string) =>
  page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('each preference takes effect immediately, even in another tab, and survives a reload', async ({
  page,
  context,
  browserErrors,
}) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/patterns');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Einstellungen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  const html = page.locator('html');
  const defaultSpace = await computedStyle(page, 'html', '--space-m');

  await choose(page, 'Helligkeit', 'Dunkel');
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hoher Kontrast' }).check();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  const picture = other.locator('main article > :first-child').first();
  await expect(picture).not.toHaveCSS('transition-duration', '0s');
  await page.getByRole('checkbox', { name: 'Weniger Bewegung' }).check();
  await expect(picture).toHaveCSS('transition-duration', '0s');
  await choose(page, 'Schriftgröße', 'Sehr groß');
  await expect(html).toHaveCSS('font-size', '20px');
  await choose(page, 'Abstände', 'Eng');
  expect(await computedStyle(page, 'html', '--space-m')).not.toBe(defaultSpace);
  await choose(page, 'Schnittmuster zeigen als', 'Liste');

  const chosen = {
    'data-mantine-color-scheme': 'dark',
    'data-contrast': 'more',
    'data-motion': 'reduce',
    'data-font-size': 'x-large',
    'data-density': 'compact',
    'data-layout': 'list',
  };
  for (const [name, value] of Object.entries(chosen)) {
    await expect(html).toHaveAttribute(name, value);
    await expect(other.locator('html')).toHaveAttribute(name, value);
  }
  const [first, second] = await other.locator('main article').all();
  const [firstBox, secondBox] = [await first!.boundingBox(), await second!.boundingBox()];
  expect([secondBox!.x, secondBox!.y > firstBox!.y]).toEqual([firstBox!.x, true]);

  browserErrors.allow(/^failed GET \/(assets|src)\//);
  // The preferences must take effect before the scripts of the shop run, so that the page never appears in the default look.
  await page.route(/\/(assets|src)\//, (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  for (const [name, value] of Object.entries(chosen)) await expect(html).toHaveAttribute(name, value);
  await page.unroute(/\/(assets|src)\//);
});

test('preferences are exported to and imported from a file, an invalid file changes nothing, and a reset can be undone', async ({
  page,
  anotherVisitor,
}) => {
  await page.goto('/en/preferences');
  await choose(page, 'Colour scheme', 'Dark');
  await choose(page, 'Font size', 'Large');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('preferences.json');
  const file = await readFile(await download.path(), 'utf8');
  const { preferences, metadata } = JSON.parse(file);
  expect([preferences.theme, preferences.accessibility.fontSize, metadata.version]).toEqual(['dark', 'large', 1]);

  const other = await anotherVisitor();
  await other.goto('/preferences');
  const html = other.locator('html');
  const importFile = async (text: string) => {
    const fileChooser = other.waitForEvent('filechooser');
    await other.getByRole('button', { name: /^Import/ }).click();
    await (await fileChooser).setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  await importFile(JSON.stringify({ preferences }));
  await expect(other.getByRole('alert')).toContainText('In der Datei fehlt: metadata. Es hat sich nichts geändert.');
  await importFile(JSON.stringify({ preferences: { ...preferences, theme: 'sepia' }, metadata }));
  await expect(other.getByRole('alert')).toContainText('Diese Angaben sind ungültig: theme.');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await importFile(file);
  await expect(other).toHaveURL('/en/preferences');
  await expect(other.getByText('Preferences imported')).toBeVisible();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html).toHaveAttribute('data-font-size', 'large');

  await other.getByRole('button', { name: 'Reset' }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(html).toHaveAttribute('lang', 'en');
  await other.getByRole('button', { name: 'Undo the reset' }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a language change by keyboard keeps the focus', async ({ page }) => {
  await page.goto('/preferences');
  await page.getByRole('radio', { name: 'Deutsch' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/en/preferences');
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/en');
});

test('the preferences have no accessibility violations in any theme or at the largest font size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/preferences');
  await expectAccessible(page, ['light', 'dark', 'contrast']);
  await choose(page, 'Schriftgröße', 'Sehr groß');
  await choose(page, 'Abstände', 'Eng');
  await expectAccessible(page, ['light']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('the print layout shows only the content in black on white and prints the test square in its true size', async ({
  page,
  request,
}) => {
  const { id, title } = await findPaidPattern(request);
  for (const [path, heading] of [
    [`/patterns/${id}`, title],
    ['/size-guide', 'Größentabelle'],
  ] as const) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const square = page.locator('figure.print-only rect');
    await expect(square).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const part of ['header', 'footer']) await expect(page.locator(`#root > ${part}`)).toBeHidden();
    await expect(page.locator('main').getByRole('button')).toHaveCount(0);
    await expect(page.getByText(path, { exact: false }).and(page.locator('p'))).toBeVisible();
    // On paper a centimetre is exactly 96 / 2.54 CSS pixels.
    const { width, height } = (await square.boundingBox())!;
    for (const side of [width, height]) expect(Math.abs(side - (5 * 96) / 2.54)).toBeLessThan(1.5);
  }
});
