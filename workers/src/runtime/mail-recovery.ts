import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { MailOutage } from '../mail/mail-outage.js';
import { reactions } from '../reactions.js';
import { Deliveries } from './deliveries.js';
import { Publisher } from './publisher.js';

/** While the mail server takes nothing, one mail is tried this often, however long its own pause has grown. */
const TRY_MS = 15_000;
const BATCH = 200;

/**
 * Ends the pauses of waiting mails when the mail server takes one again: after a long outage they have grown to 17 minutes, and
 * delivery waits for receipts. Receipts go first. During an outage one waiting mail is tried each 15 s, so that its end is
 * noticed. What is not started here goes when its own pause is over.
 */
@Injectable()
export class MailRecovery implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private ended = false;

  constructor(
    private readonly outage: MailOutage,
    private readonly deliveries: Deliveries,
    private readonly publisher: Publisher,
  ) {}

  onModuleInit(): void {
    this.outage.onFailure = () => this.tryLater();
    this.outage.onEnd = () => void this.startAll();
  }

  onModuleDestroy(): void {
    this.ended = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private tryLater(): void {
    if (this.timer || this.ended) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.outage.lasts) void this.start(1).finally(() => this.outage.lasts && this.tryLater());
    }, TRY_MS).unref();
  }

  private async startAll(): Promise<void> {
    const mails = await this.start(BATCH);
    if (mails > 0) this.logger.log({ mails }, 'mail is taken again, waiting mails go now');
    // The next mail that is taken starts the rest.
    if (mails === BATCH) this.outage.failed();
  }

  /** @returns how many mails there were; never throws */
  private async start(most: number): Promise<number> {
    try {
      const waiting = await this.deliveries.failing('mail', 'send-receipt', most);
      for (const delivery of waiting) {
        const reaction = reactions.find(({ name }) => name === delivery.reaction);
        if (reaction) await this.publisher.hurry(reaction, delivery);
      }
      return waiting.length;
    } catch (error) {
      this.logger.warn({ err: error }, 'waiting mails were not started, they go when their pause is over');
      return 0;
    }
  }
}
