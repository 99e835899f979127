import type { Browser, CDPSession, Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import type { Noise } from './noise.ts';

/** A mid-range phone on a slow mobile line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER_THAN_HERE = 4;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Observed {
  largestPaint: number;
  shifts: number;
  slowestInteraction: number;
}

/** One visit with an empty cache; what it needs is measured by the browser itself. */
export class SlowVisit {
  readonly page: Page;
  readonly addresses: string[] = [];
  private readonly scripts: Promise<number>[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => this.addresses.push(new URL(request.url()).pathname));
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) {
        this.scripts.push(response.body().then((body) => gzipSync(body).length));
      }
    });
  }

  static async to(address: string, browser: Browser, noise: Noise, baseURL = ''): Promise<SlowVisit> {
    const context = await browser.newContext({ ...PHONE, baseURL, serviceWorkers: 'block' });
    noise.listen(context);
    const page = await context.newPage();
    const visit = new SlowVisit(page);
    await slowDown(await context.newCDPSession(page));
    await page.addInitScript(observe);
    await page.goto(address);
    // The largest paint is only known when nothing larger follows.
    await page.waitForLoadState('networkidle');
    return visit;
  }

  /** Bytes of all scripts until now, as gzip would make them. */
  async scriptBytes(): Promise<number> {
    return (await Promise.all(this.scripts)).reduce((sum, size) => sum + size, 0);
  }

  observed(): Promise<Observed> {
    return this.page.evaluate(() => (window as unknown as { observed: Observed }).observed);
  }

  /** How long the slowest of these actions takes until something is seen of it. */
  async slowest(act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(() => ((window as unknown as { observed: Observed }).observed.slowestInteraction = 0));
    await act();
    // An entry is made with the frame that follows the action.
    await this.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    return (await this.observed()).slowestInteraction;
  }

  end(): Promise<void> {
    return this.page.context().close();
  }
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, SLOWER_THAN_HERE / busyness()) });
}

/** How much slower than alone a program is here right now: whoever else computes slows the visit down already. */
function busyness(): number {
  const since = performance.now();
  const before = process.cpuUsage();
  let spent = 0;
  while (spent < 60) {
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1000;
  }
  return (performance.now() - since) / spent;
}

/** Runs in the page, before anything else. */
function observe(): void {
  const observed = { largestPaint: 0, shifts: 0, slowestInteraction: 0 };
  Object.assign(window, { observed });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  watch('largest-contentful-paint', ({ startTime }) => (observed.largestPaint = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) observed.shifts += value;
  });
  watch('event', (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId) observed.slowestInteraction = Math.max(observed.slowestInteraction, duration);
  });
}
