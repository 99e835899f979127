import { expectAccessible } from './support/accessibility.ts';
import { DEMO_ADMIN, signInByApi } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('on a phone 320 pixels wide, the administration fits and shows its tables as cards', async ({ page }) => {
  await signInByApi(page, DEMO_ADMIN);
  for (const [path, label] of [
    ['/admin', 'Letzte Anmeldung'],
    ['/admin?tab=purchases', 'Betrag (brutto)'],
    ['/admin?tab=books', ''],
    ['/admin?tab=tax', 'Satz'],
    ['/moderation', 'Ohne Meldung ausblenden'],
  ] as const) {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (path === '/admin?tab=books') await expect(page.getByLabel('Format')).toBeVisible();
    else if (path !== '/moderation') await expect(page.locator(`td[data-label="${label}"]`).first()).toBeVisible();
    else await expect(page.getByRole('heading', { name: label })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    await expectAccessible(page, ['light']);
  }
});
