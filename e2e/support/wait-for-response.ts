import type { Page } from '@playwright/test';

/** Does something and waits until the shop has answered the call that it makes: leaving the page earlier ends the call. */
export async function waitForResponse(
  page: Page,
  call: 'POST' | 'DELETE',
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === call && new URL(response.url()).pathname.startsWith(path),
  );
  await act();
  await answer;
}
