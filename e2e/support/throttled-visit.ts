import type { Browser, CDPSession, Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import type { BrowserErrors } from './browser-errors.ts';

/** A slow mobile network: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/**
 * The CPU speed of the emulated phone, as the benchmarkIndex of Lighthouse: 125 to 800 is a mid-range phone, 1500 to
 * 2000 a good desktop (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md). A quarter of 2,450,
 * which an idle virtual server with two cores reaches.
 */
const PHONE_SPEED = 610;
/** How many times faster the machine may be after a visit than before it. */
const MAX_SPEEDUP = 1.5;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Observed {
  largestPaint: number;
  shifts: number;
  slowestInteraction: number;
}

/** A visit with an empty cache on an emulated phone, measured by the browser. */
export class ThrottledVisit {
  readonly page: Page;
  readonly addresses: string[] = [];
  private readonly scripts: Promise<number>[] = [];
  private readonly session: CDPSession;
  private speed = 0;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
    page.on('request', (request) => this.addresses.push(new URL(request.url()).pathname));
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) {
        this.scripts.push(response.body().then((body) => gzipSync(body).length));
      }
    });
  }

  static async to(
    address: string,
    browser: Browser,
    browserErrors: BrowserErrors,
    baseURL = '',
  ): Promise<ThrottledVisit> {
    const context = await browser.newContext({ ...PHONE, baseURL, serviceWorkers: 'block' });
    browserErrors.listen(context);
    const page = await context.newPage();
    const visit = new ThrottledVisit(page, await context.newCDPSession(page));
    await visit.slowDown();
    await page.addInitScript(observe);
    await page.goto(address);
    // The largest paint is final when the network is idle.
    await page.waitForLoadState('networkidle');
    return visit;
  }

  /** Bytes of all scripts until now, gzipped. */
  async scriptBytes(): Promise<number> {
    return (await Promise.all(this.scripts)).reduce((sum, size) => sum + size, 0);
  }

  observed(): Promise<Observed> {
    return this.page.evaluate(() => (window as unknown as { observed: Observed }).observed);
  }

  /** Milliseconds from the slowest interaction of `act` to its next frame. */
  async slowest(act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(() => ((window as unknown as { observed: Observed }).observed.slowestInteraction = 0));
    await act();
    // The browser creates the entry with the frame after the interaction.
    await this.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    return (await this.observed()).slowestInteraction;
  }

  /** Ends the visit. @returns false when the machine was so busy at the start that the throttling was too weak */
  async end(): Promise<boolean> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const speed = await this.page.evaluate(measureSpeed);
    await this.page.context().close();
    return speed < MAX_SPEEDUP * this.speed;
  }

  private async slowDown(): Promise<void> {
    this.speed = await this.page.evaluate(measureSpeed);
    await this.session.send('Network.enable');
    await this.session.send('Network.emulateNetworkConditions', NETWORK);
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, this.speed / PHONE_SPEED) });
  }
}

/**
 * Runs in the page. The current speed of this browser: how often it concatenates 10,000 letters and copies 100,000
 * numbers in 100 ms; the mean of both. Returns the best of several samples, because other processes slow down some.
 */
function measureSpeed(): number {
  const numbers = Array.from({ length: 100_000 }, (_, index) => index);
  const copies = [...numbers];
  const workloads = [
    () => {
      let text = '';
      for (let index = 0; index < 10_000; index += 1) text += 'a';
      return text.length;
    },
    () => {
      for (let index = 0; index < numbers.length; index += 1) copies[index] = numbers[index]!;
      return copies.length;
    },
  ];
  const speed = (work: () => number) => {
    const since = performance.now();
    let [now, times] = [since, 0];
    while (now - since < 40) {
      if (work() > 0) times += 1;
      now = performance.now();
    }
    return (times / (now - since)) * 100;
  };
  // The browser still compiles during the first sample.
  const samples = Array.from(
    { length: 6 },
    () => workloads.reduce((sum, work) => sum + speed(work), 0) / workloads.length,
  );
  return Math.max(...samples.slice(1));
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
