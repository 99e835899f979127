import { waitForResponse } from './support/wait-for-response.ts';
import { listDemoPatterns } from './support/catalogue-patterns.ts';
import { signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test('the wishlist, the designer pages and the list view fit on a phone 320 pixels wide', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const [pattern] = await listDemoPatterns(request);
  await signInByApi(page, await registerPerson(request), `/patterns/${pattern!.id}`);
  await waitForResponse(page, 'POST', '/api/wishlist/', () => page.getByRole('button', { name: 'Merken' }).click());
  await expect(page.getByText('Steht auf deiner Merkliste.')).toBeVisible();
  await page.goto('/patterns');
  await page.getByRole('button', { name: 'Liste' }).click();
  await expect(page.getByRole('button', { name: 'Liste' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/designers');
  const slug = (await page.getByRole('main').getByRole('listitem').getByRole('link').first().getAttribute('href'))!;
  for (const path of ['/patterns', '/wishlist', '/designers', slug, `/patterns/${pattern!.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});
