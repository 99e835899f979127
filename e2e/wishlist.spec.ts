import { waitForResponse } from './support/wait-for-response.ts';
import { expectNoBarriers } from './support/barriers.ts';
import { lastingGoods } from './support/goods.ts';
import { enter, expectSignedIn, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('a wishlist fills, empties, and gives back what was taken off by mistake', async ({ page, request }) => {
  const [first, second] = await lastingGoods(request);
  await enter(page, await registeredPerson(request), '/wishlist');
  await expect(page.getByRole('heading', { name: 'Deine Merkliste ist leer' })).toBeVisible();
  await expectNoBarriers(page, ['light', 'dark']);
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
  await expectNoBarriers(page, ['light', 'dark']);

  await page.getByRole('button', { name: `${second!.title} entfernen` }).click();
  await expect(titles).toHaveText([first!.title]);
  await expect(page.getByText('1 Schnittmuster gemerkt')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await expect(undo).toBeFocused();
  await waitForResponse(page, 'POST', '/api/wishlist/', () => page.keyboard.press('Enter'));
  await expect(titles).toHaveText([second!.title, first!.title]);
  await page.reload();
  await expect(page.getByText('2 Schnittmuster gemerkt')).toBeVisible();

  const off = page.getByRole('button', { name: `${first!.title} entfernen` });
  await waitForResponse(page, 'DELETE', '/api/wishlist/', () => off.click());
  await page.reload();
  await expect(titles).toHaveText([second!.title]);
});

test('when the shop does not take a pattern off the list, it stays and the reason is said', async ({
  page,
  request,
  noise,
}) => {
  noise.expect(/^503 (DELETE|GET) \/api\/wishlist/);
  const [goods] = await lastingGoods(request, 'en');
  await enter(page, await registeredPerson(request, 'en'), `/en/patterns/${goods!.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'View wishlist' }).click();
  const trouble = { status: 503, json: { success: false, message: 'Trouble', code: 'TROUBLE' } };
  await page.route('**/api/wishlist/*', (route) => route.fulfill(trouble));
  await page.getByRole('button', { name: `Remove ${goods!.title}` }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to remove item from wishlist. Please try again.');
  await expect(page.getByRole('link', { name: goods!.title })).toBeVisible();
  await expect(page.getByText('1 pattern saved')).toBeVisible();

  await page.route('**/api/wishlist?*', (route) => route.fulfill(trouble));
  await page.reload();
  await expect(page.getByText('Failed to load your wishlist. Please try again.')).toBeVisible();
  await page.unroute('**/api/wishlist?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: goods!.title })).toBeVisible();
});
