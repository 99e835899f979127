import type { Logger } from '@nestjs/common';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';

const HANGS_AFTER_MS = 30_000;

/** Runs `work` repeatedly, never concurrently: after a pause of `pauseMs`, or at once after `wake()`. Failures are logged and retried. */
export class Loop {
  private beatAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;
  private readonly logFailure: (error: unknown) => void;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    logger: Logger,
  ) {
    this.logFailure = logRepeats((fields) => logger.warn(fields, 'round failed, will be repeated'));
  }

  start(): void {
    this.stopped = false;
    this.beat();
    this.wake();
  }

  /** Reports progress within a long round. */
  beat(): void {
    this.beatAt = performance.now();
  }

  /** Whether the work has reported no progress for 30 s: then only a restart of the process helps. */
  get hangs(): boolean {
    return !this.stopped && performance.now() - this.beatAt > HANGS_AFTER_MS;
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

  /** Waits for the running round. */
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
      this.logFailure(error);
    }
    this.running = null;
    this.beat();
    if (this.stopped) return;
    if (this.woken) this.wake();
    else this.timer = setTimeout(() => this.wake(), this.pauseMs);
  }
}
