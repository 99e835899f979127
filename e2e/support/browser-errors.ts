import type { BrowserContext, Page, Response } from '@playwright/test';

/** Collects the errors of a browser, one line each: `404 GET /api/x`, `failed GET /x`, `console: …`, `crash: …`. */
export class BrowserErrors {
  private readonly lines: string[] = [];
  private readonly allowed: RegExp[] = [];

  listen(context: BrowserContext): void {
    context.on('page', (page) => this.listenTo(page));
    for (const page of context.pages()) this.listenTo(page);
  }

  /** Allows the errors that match `lines`, which the test causes on purpose. */
  allow(...lines: RegExp[]): void {
    this.allowed.push(...lines);
  }

  unexpected(): string[] {
    return this.lines.filter((line) => !this.allowed.some((pattern) => pattern.test(line)));
  }

  private listenTo(page: Page): void {
    page.on('pageerror', (error) => this.lines.push(`crash: ${error.message}`));
    page.on('console', (message) => {
      // Skips the browser's messages about failed requests, because the listeners below record these requests.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.lines.push(`console: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (response.status() < 400 || isDocumented404(response)) return;
      this.lines.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // An aborted request is not an error: a navigation or a download aborts requests, and the shop itself cancels some.
      if (reason === 'net::ERR_ABORTED') return;
      this.lines.push(`failed ${request.method()} ${new URL(request.url()).pathname} ${reason}`);
    });
  }
}

/** Endpoints that respond with 404 by design: when a pattern is not on the wishlist, or when a user has no archive. */
const DOCUMENTED_404 = /^\/api\/(wishlist\/[^/]+\/check|gdpr\/export\/status)$/;

function isDocumented404(response: Response): boolean {
  return response.status() === 404 && DOCUMENTED_404.test(new URL(response.url()).pathname);
}
