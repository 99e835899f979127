import type { Page } from '@playwright/test';

/** Calls `act`, which sends a request, and waits for the response. A later navigation would abort a pending request. */
export async function waitForResponse(
  page: Page,
  method: 'POST' | 'DELETE',
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const response = page.waitForResponse(
    (received) => received.request().method() === method && new URL(received.url()).pathname.startsWith(path),
  );
  await act();
  await response;
}
