import { listDemoPatterns } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';

test('the filters are in a drawer that shows the number of matches', async ({ page }) => {
  await page.goto('/patterns');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await drawer.getByRole('radio', { name: 'Wohnen' }).click();
  await expect(page).toHaveURL('/patterns?category=Home+Decor');
  const show = drawer.getByRole('button', { name: /^\d+ Schnittmuster zeigen$/ });
  await expect(show).not.toHaveText('40 Schnittmuster zeigen');
  const count = Number((await show.innerText()).match(/\d+/)![0]);
  await show.click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(Math.min(12, count));
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
});

test('no page is wider than a phone', async ({ page, request, browserErrors }) => {
  browserErrors.allow(/^404 GET \/nirgendwo$/);
  const patterns = (await listDemoPatterns(request)).slice(0, 3);
  const paths = ['/', '/en', '/patterns', '/login', '/register', '/terms', '/nirgendwo'];
  for (const path of [...paths, ...patterns.map(({ id }) => `/patterns/${id}`)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(pageWidth, path).toBeLessThanOrEqual(390);
  }
});

test('the menu switches the language and links to the registration', async ({ page }) => {
  await page.goto('/patterns');
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page).toHaveURL('/en/patterns');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/en\/register/);
});
