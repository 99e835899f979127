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
    // A service worker would hide requests from the journeys; the offline journey allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the time. `npm test -- journeys e2e/x.spec.ts --trace on` records a failure.
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
    // Last, when the machine is least busy.
    { name: 'speed', testMatch: 'speed.spec.ts' },
  ],
});
