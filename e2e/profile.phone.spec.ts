import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** The API responds with 404 by design when a user has no archive. */
const noArchiveYet = /^404 GET \/api\/gdpr\/export\/status$/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the tabs of the account are in one row, and the selected tab is scrolled into view', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(noArchiveYet);
  await signInByApi(page, await registerPerson(request), '/profile?tab=privacy');
  const selected = page.getByRole('tab', { name: 'Datenschutz' });
  await expect(selected).toHaveAttribute('aria-selected', 'true');
  await expect(selected).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Passwort ändern' }).click();
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Bitte gib dein aktuelles Passwort ein')).toBeVisible();
  await expect(page.getByLabel('Aktuelles Passwort')).toBeInViewport();
  await expectAccessible(page, ['light']);
});

test('no sign-in or account screen is wider than 320 pixels', async ({ page, request, browserErrors }) => {
  browserErrors.allow(noArchiveYet, /^404 GET \/nirgendwo$/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/nirgendwo']) {
    await page.goto(path);
    await expectNoHorizontalScroll(page);
  }
  await signInByApi(page, await registerPerson(request), '/profile');
  for (const tab of ['info', 'password', 'preferences', 'privacy']) {
    await page.goto(`/profile?tab=${tab}`);
    await expectNoHorizontalScroll(page);
  }
});

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { content, viewport } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    viewport: document.documentElement.clientWidth,
  }));
  expect(content, page.url()).toBeLessThanOrEqual(viewport);
}
