import { expectAccessible } from './support/accessibility.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

test('without a connection the shop shows a notice and the offline page, and reloads when the connection is back', async ({
  page,
  context,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^failed /, /^console: .*(Failed to fetch|ERR_INTERNET_DISCONNECTED)/);
  const { id } = await findPaidPattern(request);
  await page.goto(`/patterns/${id}`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('Keine Verbindung.')).toBeVisible();
  await page.goto('/en/patterns');
  await expect(page.getByRole('heading', { level: 1, name: 'The thread has snapped' })).toBeVisible();
  await expect(page.getByText('Der Faden ist gerissen')).toBeHidden();
  await expect(page).toHaveTitle('No connection');
  await expectAccessible(page, ['light', 'dark', 'contrast']);
  await page.getByRole('link', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The thread has snapped' })).toBeVisible();
  await page.goto('/downloads');
  await expect(page.getByRole('heading', { level: 1, name: 'Der Faden ist gerissen' })).toBeVisible();

  const cached = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.some((path) => path.startsWith('/assets/'))).toBe(true);
  const offlineFiles = ['/offline.html', '/offline.css', '/offline.js', '/colour-scheme.js', '/favicon.svg'];
  expect(cached.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(offlineFiles.toSorted());

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Der Faden ist gerissen' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeVisible();
});

test.describe('an open page', () => {
  // Blocks the service worker, because the browser reconnects a service worker later than the page.
  test.use({ serviceWorkers: 'block' });

  test('shows that the connection is lost and that it is back, and keeps typed text', async ({
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/^failed /, /^console: .*ERR_INTERNET_DISCONNECTED/);
    await page.goto('/en');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'No connection.' })).toBeVisible();
    // The switch to German waits for the connection. The German texts then load without a page load, so the typed text must
    // remain.
    const email = page.getByRole('contentinfo').getByRole('textbox');
    await email.fill('lina@example.com');
    const reachabilityCheck = page.waitForRequest((request) => request.method() === 'HEAD');
    await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
    await reachabilityCheck;
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: /back online|wieder online/ })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveURL('/');
    await expect(email).toHaveValue('lina@example.com');
    await expect(page.getByText(/back online|wieder online/)).toBeHidden();
  });
});

test('the manifest contains the name of the shop and square icons', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(href!)).json()) as {
    name: string;
    lang: string;
    icons: { src: string }[];
  };
  const { shopName } = (await (await request.get('/config.json')).json()) as { shopName: string };
  expect([manifest.name, manifest.lang]).toEqual([shopName, 'de']);
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  for (const src of [touch!, ...manifest.icons.map((icon) => icon.src)]) {
    const sizes = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, src);
    expect([src, sizes[0] === sizes[1] && sizes[0]! >= 32]).toEqual([src, true]);
  }
});
