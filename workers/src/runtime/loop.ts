import type { Logger } from '@nestjs/common';
import { logRepeats } from '#backend/platform/telemetry/log-repeats.js';

const HANGS_AFTER_MS = 30_000;

/** Runs `work` again and again, never twice at once: after each pause, or at once when woken. Failures are logged and repeated. */
export class Loop {
  private beatAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;
  private readonly complain: (error: unknown) => void;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    logger: Logger,
  ) {
    this.complain = logRepeats((fields) => logger.warn(fields, 'round failed, will be repeated'));
  }

  start(): void {
    this.stopped = false;
    this.beat();
    this.wake();
  }

  /** Says that there is progress; a round is not over for long when there is much to do. */
  beat(): void {
    this.beatAt = performance.now();
  }

  /** Whether nothing has been heard of the work for so long that only a new process helps. */
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
      this.complain(error);
    }
    this.running = null;
    this.beat();
    if (this.stopped) return;
    if (this.woken) this.wake();
    else this.timer = setTimeout(() => this.wake(), this.pauseMs);
  }
}
