import type { Page } from '@playwright/test';

/**
 * Navigates inside the loaded app, as a click on a link does. Loads the page when the app is not open yet, or when the
 * path stays the same and only the query changes.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const appIsOpen = page.url().startsWith('http') && (await page.locator('main').count()) > 0;
  if (!appIsOpen || new URL(path, page.url()).pathname === new URL(page.url()).pathname) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    return;
  }
  await page.evaluate((to) => {
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  // The app moves the focus into the new screen when it has rendered the screen.
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement));
}
