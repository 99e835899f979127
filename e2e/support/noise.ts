import type { BrowserContext, Page, Response } from '@playwright/test';

/** What a visitor's browser complains about, one line each: `404 GET /api/x`, `failed GET /x`, `console: …`, `crash: …`. */
export class Noise {
  private readonly heard: string[] = [];
  private readonly expected: RegExp[] = [];

  listen(context: BrowserContext): void {
    context.on('page', (page) => this.listenTo(page));
    for (const page of context.pages()) this.listenTo(page);
  }

  /** Lines that belong to what this test does on purpose. */
  expect(...lines: RegExp[]): void {
    this.expected.push(...lines);
  }

  unexpected(): string[] {
    return this.heard.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
  }

  private listenTo(page: Page): void {
    page.on('pageerror', (error) => this.heard.push(`crash: ${error.message}`));
    page.on('console', (message) => {
      // The answer or the failed request itself is listed already.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.heard.push(`console: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (response.status() < 400 || isAnswer(response)) return;
      this.heard.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page, dropping a late answer and turning a navigation into a download are no failures.
      if (reason === 'net::ERR_ABORTED') return;
      this.heard.push(`failed ${request.method()} ${new URL(request.url()).pathname} ${reason}`);
    });
  }
}

/** The documented ways to say that a pattern is not on the wishlist, and that nobody has asked for an archive yet. */
const NOTHING_THERE = /^\/api\/(wishlist\/[^/]+\/check|gdpr\/export\/status)$/;

function isAnswer(response: Response): boolean {
  return response.status() === 404 && NOTHING_THERE.test(new URL(response.url()).pathname);
}
