import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AWAITS_RECEIPT, MailOutage } from '../mail/mail-outage.js';
import { reactions } from '../reactions.js';
import { JobLedger, type JobExecution } from './job-ledger.js';
import { jobId, Publisher } from './publisher.js';

/** While the mail server takes nothing, one mail is tried this often, however long its own pause has grown. */
const TRY_MS = 15_000;
const BATCH = 200;
/** A mail that was started and failed again keeps its own pause for this long, however many outages end meanwhile. */
const ONCE_IN_MS = 300_000;

/**
 * Ends the pauses of waiting mails when the mail server takes one again: after a long outage they have grown to 17 minutes, and
 * delivery waits for receipts. Receipts go first. During an outage one waiting mail is tried each 15 s, each time another one,
 * so that its end is noticed. What is not started here goes when its own pause is over. A "copy ready" mail that waits for its
 * receipt is started by the receipt.
 */
@Injectable()
export class MailRecovery implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private ended = false;
  /** The mails that this outage's tries have had. */
  private readonly tried = new Set<string>();
  /** When a mail was started because an outage had ended, in ms. */
  private readonly started = new Map<string, number>();

  constructor(
    private readonly outage: MailOutage,
    private readonly deliveries: JobLedger,
    private readonly publisher: Publisher,
  ) {}

  onModuleInit(): void {
    this.outage.onFailure = () => this.tryLater();
    this.outage.onEnd = () => void this.startAll();
    this.outage.receiptRecorded = (purchaseId) => this.announce(purchaseId);
  }

  onModuleDestroy(): void {
    this.ended = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private tryLater(): void {
    if (this.timer || this.ended) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.outage.lasts) void this.tryOne().finally(() => this.outage.lasts && this.tryLater());
    }, TRY_MS).unref();
  }

  private tryOne(): Promise<void> {
    return this.calmly(async () => {
      const waiting = await this.waiting(BATCH);
      const untried = waiting.find((delivery) => !this.tried.has(jobId(delivery)));
      if (!untried) this.tried.clear();
      const next = untried ?? waiting[0];
      if (!next) return;
      this.tried.add(jobId(next));
      await this.start(next);
    });
  }

  private startAll(): Promise<void> {
    this.tried.clear();
    return this.calmly(async () => {
      const now = Date.now();
      for (const [id, at] of this.started) if (now - at >= ONCE_IN_MS) this.started.delete(id);
      const waiting = await this.waiting(BATCH + this.started.size);
      const mails = waiting.filter((delivery) => !this.started.has(jobId(delivery))).slice(0, BATCH);
      for (const delivery of mails) {
        this.started.set(jobId(delivery), now);
        await this.start(delivery);
      }
      if (mails.length > 0) this.logger.log({ mails: mails.length }, 'mail is taken again, waiting mails go now');
      // The next mail that is taken starts the rest.
      if (mails.length === BATCH) this.outage.failed();
    });
  }

  private announce(purchaseId: string): Promise<void> {
    return this.calmly(async () => {
      for (const delivery of await this.deliveries.failingOf('send-copy-ready', purchaseId)) await this.start(delivery);
    });
  }

  private waiting(most: number): Promise<JobExecution[]> {
    return this.deliveries.failing('mail', 'send-receipt', AWAITS_RECEIPT, most);
  }

  private async start(delivery: JobExecution): Promise<void> {
    const reaction = reactions.find(({ name }) => name === delivery.reaction);
    if (reaction) await this.publisher.hurry(reaction, delivery);
  }

  private async calmly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'waiting mails were not started, they go when their pause is over');
    }
  }
}
