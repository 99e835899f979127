import { test as base, expect, type Page } from '@playwright/test';
import { BrowserErrors } from './browser-errors.ts';

interface Fixtures {
  /** The errors of the browsers; the test fails on errors it did not expect. */
  browserErrors: BrowserErrors;
  /** Opens a page in a separate browser context. */
  anotherVisitor: () => Promise<Page>;
}

/** The `test` of every journey: fails on console errors, policy violations and failed requests. */
export const test = base.extend<Fixtures>({
  // Read here: the configuration is loaded before the shop has a URL.
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
