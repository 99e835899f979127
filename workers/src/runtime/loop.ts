import type { Logger } from '@nestjs/common';

/** Runs `work` again and again, never twice at once: after each pause, or at once when woken. Failures are logged and repeated. */
export class Loop {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.stopped = false;
    this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.woken = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.running = this.round();
  }

  /** Waits for the round that is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    this.woken = false;
    try {
      await this.work();
    } catch (error) {
      this.woken = false;
      this.logger.warn({ err: error }, 'round failed, will be repeated');
    }
    this.running = null;
    if (this.stopped) return;
    if (this.woken) this.wake();
    else this.timer = setTimeout(() => this.wake(), this.pauseMs);
  }
}
