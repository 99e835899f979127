import { test as base, expect, type Page } from '@playwright/test';
import { BrowserErrors } from './browser-errors.ts';

interface Fixtures {
  /** Collects the errors of all browser contexts. An error that the test does not expect fails the test. */
  browserErrors: BrowserErrors;
  /** Opens a page in a new browser context, which does not share the session and the storage of `page`. */
  anotherVisitor: () => Promise<Page>;
}

/** Replaces Playwright's `test`: a journey also fails on console errors, policy violations and failed requests. */
export const test = base.extend<Fixtures>({
  // `baseURL` is not set in the configuration, because Playwright reads the configuration before the shop has a URL.
  baseURL: async ({}, use) => use(process.env.BASE_URL),
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors = new BrowserErrors();
      browserErrors.listen(context);
      await use(browserErrors);
      expect(browserErrors.unexpected(), 'unexpected browser errors').toEqual([]);
    },
    { auto: true },
  ],
  anotherVisitor: async ({ browser, browserErrors }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      browserErrors.listen(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
