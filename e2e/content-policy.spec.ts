import type { Page } from '@playwright/test';
import { PRIVATE_SCREENS, publicScreens } from './support/all-screens.ts';
import { Checkout } from './support/checkout.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { DEMO_ADMIN, signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

declare global {
  interface Window {
    violations: string[];
  }
}

/** Records the policy violations of each document in `window.violations`, from before the first script of the document. */
const recordViolations = (page: Page) =>
  page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });

/** Loads the path as a document, because the server sends the content policy only with a document. */
async function expectNoViolationAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect([path, await page.evaluate(() => window.violations)]).toEqual([path, []]);
  expect(await page.locator('style:not([data-emulated])').count()).toBe(0);
}

/** The requests that the server refuses for screens that show an error. */
const REFUSED_REQUESTS = [
  /^404 GET (\/api)?\/patterns\/0{8}-/,
  /^404 GET \/nowhere$/,
  /^400 POST \/api\/auth\/verify-email$/,
];

test('the public screens do not violate the content policy', async ({ page, request, browserErrors }) => {
  test.slow();
  browserErrors.allow(...REFUSED_REQUESTS);
  await recordViolations(page);
  const paths = publicScreens((await findPaidPattern(request)).id);
  for (const [screen, path] of Object.entries(paths)) await test.step(screen, () => expectNoViolationAt(page, path));
  await expectNoViolationAt(page, '/en/patterns');
});

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('is registered without a violation of the content policy', async ({ page }) => {
    await recordViolations(page);
    await page.goto('/impressum');
    const script = page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
    expect(await script).toMatch(/\/service-worker\.js$/);
    expect(await page.evaluate(() => window.violations)).toEqual([]);
  });
});

for (const { person, screens } of PRIVATE_SCREENS) {
  test(`${Object.keys(screens).join(', ')} do not violate the content policy`, async ({ page }) => {
    test.slow();
    await recordViolations(page);
    await signInByApi(page, person);
    for (const [screen, path] of Object.entries(screens))
      await test.step(screen, () => expectNoViolationAt(page, path));
  });
}

test('an order does not violate the content policy', async ({ page, request }) => {
  test.slow();
  await recordViolations(page);
  const { id } = await findPaidPattern(request);
  await signInByApi(page, await registerPerson(request), `/checkout/${id}`);
  const checkout = new Checkout(page);
  await expect(checkout.order).toBeVisible();
  await checkout.pay('accepted');
  await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
  expect(await page.evaluate(() => window.violations)).toEqual([]);
});

test('the queue dashboard opens from the operations page and runs without inline scripts', async ({
  page,
  browserErrors,
}) => {
  // The dashboard requests a style sheet from fonts.googleapis.com, which the policy blocks.
  browserErrors.allow(/fonts\.googleapis\.com/, /^failed GET \/css2 csp$/);
  await recordViolations(page);
  await signInByApi(page, DEMO_ADMIN, '/admin/operations');
  await page.getByRole('button', { name: 'Einzelne Jobs im Queue-Dashboard ansehen' }).click();
  await page.waitForURL('**/api/admin/queues');
  await expect(page.getByRole('link', { name: /documents/ }).first()).toBeVisible();
  const violations = await page.evaluate(() => window.violations);
  expect(violations.filter((text) => !text.includes('fonts.googleapis.com'))).toEqual([]);
});

test('the content policy blocks inline styles, foreign scripts and untrusted strings in DOM sinks', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/violates the following Content Security policy|This document requires 'Trusted/i);
  await recordViolations(page);
  await page.goto('/impressum');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const blocked = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'h1 { color: rgb(1, 2, 3) }';
    document.head.append(style);
    const paragraph = document.createElement('p');
    paragraph.setAttribute('style', 'color: red');
    const attempts: [string, () => void][] = [
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
    return attempts
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
  expect(blocked).toEqual(['innerHTML', 'script', 'policy']);
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
