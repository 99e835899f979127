import type { Browser, CDPSession, Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import type { Noise } from './noise.ts';

/** A mid-range phone on a slow mobile line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/**
 * How quick that phone is, whatever machine plays it, in what Lighthouse calls benchmarkIndex: 125 to 800 is a mid-range
 * phone, 1500 to 2000 a good desktop machine (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 * A quarter of 2,450, which a virtual server with two cores reads when it has nothing else to do: there four times slower.
 */
const PHONE_SPEED = 610;
/** By how much the machine may be quicker after a visit than it was before. */
const STEADY = 1.5;
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

  static async to(address: string, browser: Browser, noise: Noise, baseURL = ''): Promise<SlowVisit> {
    const context = await browser.newContext({ ...PHONE, baseURL, serviceWorkers: 'block' });
    noise.listen(context);
    const page = await context.newPage();
    const visit = new SlowVisit(page, await context.newCDPSession(page));
    await visit.slowDown();
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

  /** @returns whether all this was seen on the phone: not if the machine had far more to do before it than after it */
  async end(): Promise<boolean> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const speed = await this.page.evaluate(speedHere);
    await this.page.context().close();
    return speed < STEADY * this.speed;
  }

  private async slowDown(): Promise<void> {
    this.speed = await this.page.evaluate(speedHere);
    await this.session.send('Network.enable');
    await this.session.send('Network.emulateNetworkConditions', LINE);
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, this.speed / PHONE_SPEED) });
  }
}

/**
 * Runs in the page. How quick this machine's browser is right now, also because of whoever else computes here: how many
 * times in a tenth of a second it puts 10,000 letters together, and copies 100,000 numbers; the mean of both. Of
 * several looks the best one, as somebody else's short work says nothing about the visit.
 */
function speedHere(): number {
  const numbers = Array.from({ length: 100_000 }, (_, index) => index);
  const copies = [...numbers];
  const works = [
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
  // The first look is the one in which the browser still translates.
  const looks = Array.from({ length: 6 }, () => works.reduce((sum, work) => sum + speed(work), 0) / works.length);
  return Math.max(...looks.slice(1));
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
