import type { Page } from '@playwright/test';

/** Calls `act` and waits for the response to its request: leaving the page earlier would abort the request. */
export async function waitForResponse(
  page: Page,
  method: 'POST' | 'DELETE',
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const arrival = page.waitForResponse(
    (response) => response.request().method() === method && new URL(response.url()).pathname.startsWith(path),
  );
  await act();
  await arrival;
}
