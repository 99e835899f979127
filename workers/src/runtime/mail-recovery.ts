import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AWAITS_RECEIPT, MailOutage } from '../mail/mail-outage.js';
import { reactions } from '../reactions.js';
import { JobLedger, type JobExecution } from './job-ledger.js';
import { jobId, Publisher } from './publisher.js';

/** During an outage one waiting mail is retried at this interval, whatever its backoff. */
const PROBE_MS = 15_000;
const BATCH = 200;
/** After a retry the same mail is not retried here for this long, even when further outages end. */
const RETRY_INTERVAL_MS = 300_000;

/**
 * Retries waiting mails immediately when the mail server accepts mails again, receipts first: after a long outage their backoff
 * is up to 17 minutes, and downloads wait for receipts. To detect the end of an outage, it retries a different waiting mail
 * every 15 s. It also retries the "copy ready" mail of a purchase when its receipt is recorded as sent.
 */
@Injectable()
export class MailRecovery implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private isDestroyed = false;
  /** Ids of the mails that were retried during this outage. */
  private readonly probed = new Set<string>();
  /** Time at which a mail was retried after an outage, by its id, in Unix ms. */
  private readonly retriedAt = new Map<string, number>();

  constructor(
    private readonly outage: MailOutage,
    private readonly ledger: JobLedger,
    private readonly publisher: Publisher,
  ) {}

  onModuleInit(): void {
    this.outage.onFailure = () => this.scheduleProbe();
    this.outage.onEnd = () => void this.retryAll();
    this.outage.receiptRecorded = (purchaseId) => this.retryCopyReady(purchaseId);
  }

  onModuleDestroy(): void {
    this.isDestroyed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private scheduleProbe(): void {
    if (this.timer || this.isDestroyed) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.outage.lasts) void this.probe().finally(() => this.outage.lasts && this.scheduleProbe());
    }, PROBE_MS).unref();
  }

  private probe(): Promise<void> {
    return this.logErrors(async () => {
      const listWaiting = await this.listWaiting(BATCH);
      const notProbed = listWaiting.find((execution) => !this.probed.has(jobId(execution)));
      if (!notProbed) this.probed.clear();
      const next = notProbed ?? listWaiting[0];
      if (!next) return;
      this.probed.add(jobId(next));
      await this.retry(next);
    });
  }

  private retryAll(): Promise<void> {
    this.probed.clear();
    return this.logErrors(async () => {
      const now = Date.now();
      for (const [id, at] of this.retriedAt) if (now - at >= RETRY_INTERVAL_MS) this.retriedAt.delete(id);
      const listWaiting = await this.listWaiting(BATCH + this.retriedAt.size);
      const mails = listWaiting.filter((execution) => !this.retriedAt.has(jobId(execution))).slice(0, BATCH);
      for (const execution of mails) {
        this.retriedAt.set(jobId(execution), now);
        await this.retry(execution);
      }
      if (mails.length > 0)
        this.logger.log({ mails: mails.length }, 'mail server accepts mails again, waiting mails are retried');
      // When more mails can be waiting, the outage continues, so that the next accepted mail leads to another batch.
      if (mails.length === BATCH) this.outage.failed();
    });
  }

  private retryCopyReady(purchaseId: string): Promise<void> {
    return this.logErrors(async () => {
      for (const execution of await this.ledger.listFailingForPurchase('send-copy-ready', purchaseId))
        await this.retry(execution);
    });
  }

  private listWaiting(limit: number): Promise<JobExecution[]> {
    return this.ledger.listFailing('mail', 'send-receipt', AWAITS_RECEIPT, limit);
  }

  private async retry(execution: JobExecution): Promise<void> {
    const reaction = reactions.find(({ name }) => name === execution.reaction);
    if (reaction) await this.publisher.retryNow(reaction, execution);
  }

  private async logErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error }, 'waiting mails could not be retried now, they are retried after their backoff');
    }
  }
}
