import type { Browser, CDPSession, Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import type { BrowserErrors } from './browser-errors.ts';

/** A slow mobile network: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/**
 * The CPU speed of the emulated phone, in the unit of Lighthouse's benchmarkIndex: mid-range phones reach 125 to 800,
 * good desktops 1500 to 2000 (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md). The value is a
 * quarter of the 2,450 that an idle virtual server with two cores reaches.
 */
const PHONE_SPEED = 610;
/**
 * The CPU speed is measured before and after a visit. When the second value is at least this many times the first, other
 * programs slowed down the first measurement. The throttling was then too weak, and the visit is invalid.
 */
const MAX_SPEEDUP = 1.5;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Measurements {
  /** Milliseconds until the largest contentful paint. */
  largestPaint: number;
  /** The sum of all layout shifts. */
  layoutShift: number;
  /** Milliseconds from the slowest interaction to the next frame. */
  slowestInteraction: number;
}

/** A visit with an empty cache on an emulated phone, measured by the browser. */
export class ThrottledVisit {
  readonly page: Page;
  /** The paths of all requests. */
  readonly paths: string[] = [];
  private readonly scripts: Promise<number>[] = [];
  private readonly session: CDPSession;
  private speed = 0;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
    page.on('request', (request) => this.paths.push(new URL(request.url()).pathname));
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) {
        this.scripts.push(response.body().then((body) => gzipSync(body).length));
      }
    });
  }

  static async start(
    path: string,
    browser: Browser,
    browserErrors: BrowserErrors,
    baseURL = '',
  ): Promise<ThrottledVisit> {
    const context = await browser.newContext({ ...PHONE, baseURL, serviceWorkers: 'block' });
    browserErrors.listen(context);
    const page = await context.newPage();
    const visit = new ThrottledVisit(page, await context.newCDPSession(page));
    await visit.throttle();
    await page.addInitScript(recordMeasurements);
    await page.goto(path);
    // The largest paint is final when the network is idle.
    await page.waitForLoadState('networkidle');
    return visit;
  }

  /** @returns the gzipped bytes of all scripts that were loaded so far */
  async scriptBytes(): Promise<number> {
    return (await Promise.all(this.scripts)).reduce((sum, size) => sum + size, 0);
  }

  measurements(): Promise<Measurements> {
    return this.page.evaluate(() => (window as unknown as { measurements: Measurements }).measurements);
  }

  /** Calls `act`. @returns the milliseconds from the slowest interaction in `act` to the next frame */
  async slowestInteraction(act: () => Promise<void>): Promise<number> {
    await this.page.evaluate(
      () => ((window as unknown as { measurements: Measurements }).measurements.slowestInteraction = 0),
    );
    await act();
    // The browser reports an interaction after the next frame.
    await this.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    return (await this.measurements()).slowestInteraction;
  }

  /** Ends the visit. @returns false when the machine was too busy at the start to set the throttling correctly */
  async end(): Promise<boolean> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const speed = await this.page.evaluate(measureSpeed);
    await this.page.context().close();
    return speed < MAX_SPEEDUP * this.speed;
  }

  private async throttle(): Promise<void> {
    this.speed = await this.page.evaluate(measureSpeed);
    await this.session.send('Network.enable');
    await this.session.send('Network.emulateNetworkConditions', NETWORK);
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, this.speed / PHONE_SPEED) });
  }
}

/**
 * Measures the current speed of the browser. Runs in the page. A sample is the mean of two rates, in runs per 100 ms: how
 * often the browser concatenates 10,000 letters, and how often it copies 100,000 numbers. Each rate is measured for 40 ms.
 * @returns the best of several samples, because other processes slow down some of them
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
    const start = performance.now();
    let [now, runs] = [start, 0];
    while (now - start < 40) {
      if (work() > 0) runs += 1;
      now = performance.now();
    }
    return (runs / (now - start)) * 100;
  };
  // The first sample does not count, because the browser compiles the code during this sample.
  const samples = Array.from(
    { length: 6 },
    () => workloads.reduce((sum, work) => sum + speed(work), 0) / workloads.length,
  );
  return Math.max(...samples.slice(1));
}

/** Records the measurements. Runs in the page before the first script of the page. */
function recordMeasurements(): void {
  const measurements = { largestPaint: 0, layoutShift: 0, slowestInteraction: 0 };
  Object.assign(window, { measurements });
  const watch = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  watch('largest-contentful-paint', ({ startTime }) => (measurements.largestPaint = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) measurements.layoutShift += value;
  });
  watch('event', (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId) measurements.slowestInteraction = Math.max(measurements.slowestInteraction, duration);
  });
}
