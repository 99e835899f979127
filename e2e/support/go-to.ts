import type { Page } from '@playwright/test';

/** Navigates within the open page, as a click does. Loads the page when none is open or only the query differs. */
export async function goTo(page: Page, path: string): Promise<void> {
  const started = page.url().startsWith('http') && (await page.locator('main').count()) > 0;
  if (!started || new URL(path, page.url()).pathname === new URL(page.url()).pathname) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    return;
  }
  await page.evaluate((to) => {
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  // A new screen takes the focus after it is rendered.
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement));
}
