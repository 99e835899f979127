import { waitForResponse } from './support/wait-for-response.ts';
import { expectAccessible } from './support/accessibility.ts';
import { listDemoPatterns } from './support/catalogue-patterns.ts';
import { signInByApi, expectSignedIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('a user adds patterns to the wishlist, removes one and restores it', async ({ page, request }) => {
  const [first, second] = await listDemoPatterns(request);
  await signInByApi(page, await registerPerson(request), '/wishlist');
  await expect(page.getByRole('heading', { name: 'Deine Merkliste ist leer' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  for (const { id } of [first!, second!]) {
    await page.goto(`/patterns/${id}`);
    await expectSignedIn(page);
    await waitForResponse(page, 'POST', '/api/wishlist/', () => page.getByRole('button', { name: 'Merken' }).click());
    await expect(page.getByText('Steht auf deiner Merkliste.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Merkliste ansehen' }).click();
  await expect(page.getByText('2 Schnittmuster gemerkt')).toBeVisible();
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([second!.title, first!.title]);
  await expectAccessible(page, ['light', 'dark']);

  await page.getByRole('button', { name: `${second!.title} entfernen` }).click();
  await expect(titles).toHaveText([first!.title]);
  await expect(page.getByText('1 Schnittmuster gemerkt')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await expect(undo).toBeFocused();
  await waitForResponse(page, 'POST', '/api/wishlist/', () => page.keyboard.press('Enter'));
  await expect(titles).toHaveText([second!.title, first!.title]);
  await page.reload();
  await expect(page.getByText('2 Schnittmuster gemerkt')).toBeVisible();

  const removeButton = page.getByRole('button', { name: `${first!.title} entfernen` });
  await waitForResponse(page, 'DELETE', '/api/wishlist/', () => removeButton.click());
  await page.reload();
  await expect(titles).toHaveText([second!.title]);
});

test('when the removal of a pattern fails, the pattern stays on the wishlist and the page shows an error', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^503 (DELETE|GET) \/api\/wishlist/);
  const [pattern] = await listDemoPatterns(request, 'en');
  await signInByApi(page, await registerPerson(request, 'en'), `/en/patterns/${pattern!.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'View wishlist' }).click();
  const failure = { status: 503, json: { success: false, message: 'Trouble', code: 'TROUBLE' } };
  await page.route('**/api/wishlist/*', (route) => route.fulfill(failure));
  await page.getByRole('button', { name: `Remove ${pattern!.title}` }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to remove item from wishlist. Please try again.');
  await expect(page.getByRole('link', { name: pattern!.title })).toBeVisible();
  await expect(page.getByText('1 pattern saved')).toBeVisible();

  await page.route('**/api/wishlist?*', (route) => route.fulfill(failure));
  await page.reload();
  await expect(page.getByText('Failed to load your wishlist. Please try again.')).toBeVisible();
  await page.unroute('**/api/wishlist?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: pattern!.title })).toBeVisible();
});
