import { expectAccessible } from './support/accessibility.ts';
import { DEMO_ADMIN, signInByApi } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an administrator proposes a VAT rate, discards it, and confirms another rate in a dialog', async ({ page }) => {
  await signInByApi(page, DEMO_ADMIN);
  await page.goto('/admin?tab=tax');
  await expect(page.getByRole('heading', { name: 'Verkäufe in andere EU-Länder' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Madeira, Portugal' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);

  const propose = async (rate: string) => {
    await page.getByLabel('Land', { exact: true }).selectOption({ label: 'Malta' });
    await page.getByLabel('Satz in Prozent').fill(rate);
    await page.getByLabel('Erster Tag').fill('2091-01-01');
    await page.getByRole('button', { name: 'Satz vorschlagen' }).click();
  };
  await propose('17');
  await page.getByRole('button', { name: 'Malta: 17 % ab 1. Januar 2091 verwerfen' }).click();
  await expect(page.getByText('Malta: 17 % ab 1. Januar 2091: verworfen.')).toBeFocused();
  await propose('17,5');
  await page.getByRole('button', { name: 'Malta: 17,5 % ab 1. Januar 2091 bestätigen' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('lässt sich der Satz nicht mehr ändern');
  await page.getByRole('button', { name: 'Ja, bestätigen' }).click();
  await expect(page.getByText('Malta: 17,5 % ab 1. Januar 2091: bestätigt.')).toBeFocused();
  await expect(page.getByRole('cell', { name: '1. Januar 2091' })).toBeVisible();
});
