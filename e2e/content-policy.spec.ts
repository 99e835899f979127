import type { Page } from '@playwright/test';
import { PRIVATE_SCREENS, PUBLIC_SCREENS } from './support/all-screens.ts';
import { Checkout } from './support/checkout.ts';
import { aPaidPattern } from './support/goods.ts';
import { DEMO_ADMIN, enter, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

declare global {
  interface Window {
    violations: string[];
  }
}

/** Each document keeps what its policy has stopped, from before its first script on. */
const watchPolicy = (page: Page) =>
  page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });

/** Opens the address as its own document, with its own policy. */
async function expectNoViolationAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect([path, await page.evaluate(() => window.violations)]).toEqual([path, []]);
  expect(await page.locator('style:not([data-emulated])').count()).toBe(0);
}

/** The call that the server refuses on a screen that shows just that. */
const REFUSED = [/^404 GET (\/api)?\/patterns\/0{8}-/, /^404 GET \/nowhere$/, /^400 POST \/api\/auth\/verify-email$/];

test('no public screen violates its policy (review point 16)', async ({ page, request, noise }) => {
  test.slow();
  noise.expect(...REFUSED);
  await watchPolicy(page);
  const paths = PUBLIC_SCREENS((await aPaidPattern(request)).id);
  for (const [screen, path] of Object.entries(paths)) await test.step(screen, () => expectNoViolationAt(page, path));
  await expectNoViolationAt(page, '/en/patterns');
});

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('is registered through the policy of the shop (review point 16)', async ({ page }) => {
    await watchPolicy(page);
    await page.goto('/impressum');
    const script = page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
    expect(await script).toMatch(/\/service-worker\.js$/);
    expect(await page.evaluate(() => window.violations)).toEqual([]);
  });
});

for (const { person, screens } of PRIVATE_SCREENS) {
  test(`nor do ${Object.keys(screens).join(', ')} (review point 16)`, async ({ page }) => {
    test.slow();
    await watchPolicy(page);
    await enter(page, person);
    for (const [screen, path] of Object.entries(screens))
      await test.step(screen, () => expectNoViolationAt(page, path));
  });
}

test('nor does the checkout, up to the finished order (review point 16)', async ({ page, request }) => {
  test.slow();
  await watchPolicy(page);
  const { id } = await aPaidPattern(request);
  await enter(page, await registeredPerson(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await checkout.pay('good');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  expect(await page.evaluate(() => window.violations)).toEqual([]);
});

test('the queue dashboard opens from the operations page, and runs without inline scripts', async ({ page, noise }) => {
  // The only thing that it asks of others.
  noise.expect(/fonts\.googleapis\.com/, /^failed GET \/css2 csp$/);
  await watchPolicy(page);
  await enter(page, DEMO_ADMIN, '/admin/operations');
  await page.getByRole('button', { name: 'Einzelne Jobs im Queue-Dashboard ansehen' }).click();
  await page.waitForURL('**/api/admin/queues');
  await expect(page.getByRole('link', { name: /documents/ }).first()).toBeVisible();
  const violations = await page.evaluate(() => window.violations);
  expect(violations.filter((text) => !text.includes('fonts.googleapis.com'))).toEqual([]);
});

test('the policy stops inline styles, inline scripts and strings that become code (review point 16)', async ({
  page,
  noise,
}) => {
  noise.expect(/violates the following Content Security policy|This document requires 'Trusted/i);
  await watchPolicy(page);
  await page.goto('/impressum');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const stopped = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'h1 { color: rgb(1, 2, 3) }';
    document.head.append(style);
    const marked = document.createElement('p');
    marked.setAttribute('style', 'color: red');
    const tries: [string, () => void][] = [
      ['innerHTML', () => void (document.body.innerHTML = '<b>x</b>')],
      ['script', () => void (document.createElement('script').src = 'https://evil.test/x.js')],
      [
        'policy',
        () =>
          void (
            window as never as { trustedTypes: { createPolicy(n: string, r: object): void } }
          ).trustedTypes.createPolicy('evil', {}),
      ],
    ];
    return tries
      .filter(([, attempt]) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      })
      .map(([name]) => name);
  });
  expect(stopped).toEqual(['innerHTML', 'script', 'policy']);
  expect(
    await page
      .locator('h1')
      .first()
      .evaluate((heading) => getComputedStyle(heading).color),
  ).not.toBe('rgb(1, 2, 3)');
  const directives = (await page.evaluate(() => window.violations)).map((line) => line.split(' ')[0]);
  expect(new Set(directives)).toEqual(
    new Set(['style-src-elem', 'style-src-attr', 'require-trusted-types-for', 'trusted-types']),
  );
});
