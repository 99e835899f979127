import type { Logger } from '@nestjs/common';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';

const HANGS_AFTER_MS = 30_000;

/**
 * Runs `work` again and again, never concurrently. The next round starts after a pause of `pauseMs`, or immediately after
 * `wake()`. Failures are logged, and the next round tries again.
 */
export class Loop {
  private lastProgressAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWakePending = false;
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
    this.lastProgressAt = performance.now();
  }

  /** Whether the work has reported no progress for 30 s, so that the process must be restarted. */
  get hangs(): boolean {
    return !this.stopped && performance.now() - this.lastProgressAt > HANGS_AFTER_MS;
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.isWakePending = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.running = this.runRound();
  }

  /** Starts no more rounds and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private async runRound(): Promise<void> {
    this.isWakePending = false;
    try {
      await this.work();
    } catch (error) {
      this.isWakePending = false;
      this.logFailure(error);
    }
    this.running = null;
    this.beat();
    if (this.stopped) return;
    if (this.isWakePending) this.wake();
    else this.timer = setTimeout(() => this.wake(), this.pauseMs);
  }
}
