import type { Page } from '@playwright/test';
import { expectNoBarriers } from './support/barriers.ts';
import { enter, registeredPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

/** Who never asked for an export has none. */
const noExport = /^404 GET \/api\/gdpr\/export\/status$/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('on a phone the sections of the account are a row that shows the chosen one', async ({ page, request, noise }) => {
  noise.expect(noExport);
  await enter(page, await registeredPerson(request), '/profile?tab=privacy');
  const chosen = page.getByRole('tab', { name: 'Datenschutz' });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Passwort ändern' }).click();
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Bitte gib dein aktuelles Passwort ein')).toBeVisible();
  await expect(page.getByLabel('Aktuelles Passwort')).toBeInViewport();
  await expectNoBarriers(page, ['light']);
});

test('no screen of the account is wider than a small phone', async ({ page, request, noise }) => {
  noise.expect(noExport, /^404 GET \/nirgendwo$/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/nirgendwo']) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
  await enter(page, await registeredPerson(request), '/profile');
  for (const tab of ['info', 'password', 'preferences', 'privacy']) {
    await page.goto(`/profile?tab=${tab}`);
    await expectNoSidewaysScroll(page);
  }
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(wide, page.url()).toBeLessThanOrEqual(room);
}
