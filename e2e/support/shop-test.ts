import { test as base, expect, type Page } from '@playwright/test';
import { Noise } from './noise.ts';

interface Fixtures {
  /** What the browser complained about; the test fails on anything it did not expect. */
  noise: Noise;
  /** Another visitor with a browser of their own. */
  anotherVisitor: () => Promise<Page>;
}

/** Every journey's `test`: on the running shop, and failing on console errors, policy violations and failed requests. */
export const test = base.extend<Fixtures>({
  // Read here, not in the configuration, which is loaded before the shop has an address.
  baseURL: async ({}, use) => use(process.env.BASE_URL),
  noise: [
    async ({ context }, use) => {
      const noise = new Noise();
      noise.listen(context);
      await use(noise);
      expect(noise.unexpected(), 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
  anotherVisitor: async ({ browser, noise }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      noise.listen(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
