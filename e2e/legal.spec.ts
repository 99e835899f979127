import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/shop-test.ts';

const PAGES = ['terms', 'widerruf', 'refunds', 'copyright', 'impressum', 'barrierefreiheit', 'ranking', 'privacy'];

test('a visitor reads the imprint and every other legal page, and none has a gap', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  const provider = page.getByRole('region', { name: 'Anbieter' });
  await expect(provider.getByText('Musterladen GmbH')).toBeVisible();
  await expect(page.getByText(/^Stand: \d+\. \p{L}+ 20\d\d$/u)).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  for (const prefix of ['', '/en']) {
    for (const name of PAGES) {
      await page.goto(`${prefix}/${name}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 2 }).nth(2)).toBeVisible();
      const text = await main.innerText();
      expect(`${name}: ${/\[|\{\{|undefined/.exec(text)?.input ?? 'complete'}`).toBe(`${name}: complete`);
    }
  }
});

test('the anchor #form of the withdrawal page scrolls to the model form', async ({ page }) => {
  await page.goto('/widerruf#form');
  await expect(page.getByRole('heading', { name: 'Muster-Widerrufsformular' })).toBeInViewport();
});

test('every page has a bordered button for the withdrawal in its footer', async ({ page }) => {
  for (const [path, name, target] of [
    ['/', 'Vertrag widerrufen', '/withdraw'],
    ['/en/patterns', 'Withdraw from a contract', '/en/withdraw'],
    ['/impressum', 'Vertrag widerrufen', '/withdraw'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('contentinfo').getByRole('link', { name });
    await expect(button).toHaveCSS('border-top-style', 'solid');
    await button.click();
    await expect(page).toHaveURL(target);
  }
});
