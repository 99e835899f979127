import type { Page } from '@playwright/test';

/** Calls `act` and waits for the response to its request. Without the wait a later navigation would abort the request. */
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
