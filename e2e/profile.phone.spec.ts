import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { signInByApi, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** The documented response for a user without an export. */
const noExport = /^404 GET \/api\/gdpr\/export\/status$/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('on a phone the tabs of the account are a row that shows the selected tab', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.expect(noExport);
  await signInByApi(page, await registeredPerson(request), '/profile?tab=privacy');
  const chosen = page.getByRole('tab', { name: 'Datenschutz' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Passwort ändern' }).click();
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Bitte gib dein aktuelles Passwort ein')).toBeVisible();
  await expect(page.getByLabel('Aktuelles Passwort')).toBeInViewport();
  await expectAccessible(page, ['light']);
});

test('no screen of the account is wider than 320 pixels', async ({ page, request, browserErrors }) => {
  browserErrors.expect(noExport, /^404 GET \/nirgendwo$/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/nirgendwo']) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
  await signInByApi(page, await registeredPerson(request), '/profile');
  for (const tab of ['info', 'password', 'preferences', 'privacy']) {
    await page.goto(`/profile?tab=${tab}`);
    await expectNoSidewaysScroll(page);
  }
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { content, viewport } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    viewport: document.documentElement.clientWidth,
  }));
  expect(content, page.url()).toBeLessThanOrEqual(viewport);
}
