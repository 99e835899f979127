import type { BrowserContext, Page, Response } from '@playwright/test';

/** The errors of a browser, one line each: `404 GET /api/x`, `failed GET /x`, `console: …`, `crash: …`. */
export class BrowserErrors {
  private readonly lines: string[] = [];
  private readonly expected: RegExp[] = [];

  listen(context: BrowserContext): void {
    context.on('page', (page) => this.listenTo(page));
    for (const page of context.pages()) this.listenTo(page);
  }

  /** Allows the errors that this test causes. */
  expect(...lines: RegExp[]): void {
    this.expected.push(...lines);
  }

  unexpected(): string[] {
    return this.lines.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
  }

  private listenTo(page: Page): void {
    page.on('pageerror', (error) => this.lines.push(`crash: ${error.message}`));
    page.on('console', (message) => {
      // The response or the failed request is already listed.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.lines.push(`console: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (response.status() < 400 || isDocumented404(response)) return;
      this.lines.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Navigations, cancelled requests and downloads abort requests without an error.
      if (reason === 'net::ERR_ABORTED') return;
      this.lines.push(`failed ${request.method()} ${new URL(request.url()).pathname} ${reason}`);
    });
  }
}

/** Endpoints with a documented 404: a pattern is not on the wishlist, a user has no archive. */
const DOCUMENTED_404 = /^\/api\/(wishlist\/[^/]+\/check|gdpr\/export\/status)$/;

function isDocumented404(response: Response): boolean {
  return response.status() === 404 && DOCUMENTED_404.test(new URL(response.url()).pathname);
}
