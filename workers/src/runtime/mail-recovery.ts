import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AWAITS_RECEIPT_ERROR, MailOutage } from '../mail/mail-outage.js';
import { reactions } from '../reactions.js';
import { JobLedger, type JobExecution } from './job-ledger.js';
import { jobId, Publisher } from './publisher.js';

/** During an outage one waiting mail is retried at this interval, even when its backoff has not ended. */
const PROBE_MS = 15_000;
/** Maximum number of waiting mails per batch. After a full batch the next accepted mail leads to another batch. */
const BATCH = 200;
/** A mail that was retried after an outage is not retried again within this time, even when another outage ends. */
const RETRY_INTERVAL_MS = 300_000;

/**
 * Retries waiting mails immediately when the mail server accepts mails again. A waiting mail is a pending mail job that has
 * failed at least once. Without this class it would wait for its backoff to end, up to 17 minutes after a long outage.
 * Receipts come first, because downloads wait for receipts. During an outage, MailRecovery retries one waiting mail every
 * 15 s, each time a different one, to detect the end of the outage.
 *
 * MailRecovery also retries the "copy ready" mail of a purchase when the receipt of that purchase is recorded as sent.
 */
@Injectable()
export class MailRecovery implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private isDestroyed = false;
  /** Job ids of the mails that were retried during this outage. */
  private readonly probed = new Set<string>();
  /** By job id: when the mail was last retried at the end of an outage, in Unix ms. */
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
      const waiting = await this.listWaiting(BATCH);
      const notProbed = waiting.find((execution) => !this.probed.has(jobId(execution)));
      if (!notProbed) this.probed.clear();
      const next = notProbed ?? waiting[0];
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
      const waiting = await this.listWaiting(BATCH + this.retriedAt.size);
      const mails = waiting.filter((execution) => !this.retriedAt.has(jobId(execution))).slice(0, BATCH);
      for (const execution of mails) {
        this.retriedAt.set(jobId(execution), now);
        await this.retry(execution);
      }
      if (mails.length > 0)
        this.logger.log({ mails: mails.length }, 'mail server accepts mails again, waiting mails are retried');
      // After a full batch more mails may be waiting. This call records a failure, so that the next accepted mail counts as
      // the end of an outage again and leads to another batch.
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
    return this.ledger.listFailing('mail', 'send-receipt', AWAITS_RECEIPT_ERROR, limit);
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
