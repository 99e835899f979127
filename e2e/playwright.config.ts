import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../.data/journeys',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args, ...(env && { env }) },
    locale: 'de-DE',
    // Playwright does not see the requests of a service worker, so only the tests of the service worker do not block it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording traces would take a sixth of the test time. `npm test -- journeys e2e/x.spec.ts --trace on` records them.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      testMatch: '*.phone.spec.ts',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      testMatch: '*.spec.ts',
      testIgnore: ['*.phone.spec.ts', 'speed.spec.ts'],
      use: { viewport: { width: 1280, height: 900 } },
    },
    // This project is the last one, because the machine is least busy at the end of the run.
    { name: 'speed', testMatch: 'speed.spec.ts' },
  ],
});
