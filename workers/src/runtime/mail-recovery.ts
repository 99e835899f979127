import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AWAITS_RECEIPT, MailOutage } from '../mail/mail-outage.js';
import { reactions } from '../reactions.js';
import { JobLedger, type JobExecution } from './job-ledger.js';
import { jobId, Publisher } from './publisher.js';

/** During an outage one waiting mail is tried at this interval, regardless of its backoff. */
const PROBE_MS = 15_000;
const BATCH = 200;
/** A mail that was retried here keeps its backoff for this long, also when more outages end meanwhile. */
const RETRY_INTERVAL_MS = 300_000;

/**
 * Retries waiting mails at once when the mail server accepts a mail again: after a long outage their backoff is up to
 * 17 minutes, and delivery waits for receipts. Receipts go first. During an outage a different waiting mail is tried every
 * 15 s to detect the end. All other mails are retried after their backoff. A recorded receipt triggers the "copy ready" mail
 * that waits for it.
 */
@Injectable()
export class MailRecovery implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private timer: NodeJS.Timeout | null = null;
  private ended = false;
  /** Mails that were tried during this outage. */
  private readonly tried = new Set<string>();
  /** When a mail was retried after an outage, in Unix ms. */
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
    this.ended = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private scheduleProbe(): void {
    if (this.timer || this.ended) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.outage.lasts) void this.probe().finally(() => this.outage.lasts && this.scheduleProbe());
    }, PROBE_MS).unref();
  }

  private probe(): Promise<void> {
    return this.logErrors(async () => {
      const waiting = await this.waiting(BATCH);
      const untried = waiting.find((execution) => !this.tried.has(jobId(execution)));
      if (!untried) this.tried.clear();
      const next = untried ?? waiting[0];
      if (!next) return;
      this.tried.add(jobId(next));
      await this.retry(next);
    });
  }

  private retryAll(): Promise<void> {
    this.tried.clear();
    return this.logErrors(async () => {
      const now = Date.now();
      for (const [id, at] of this.retriedAt) if (now - at >= RETRY_INTERVAL_MS) this.retriedAt.delete(id);
      const waiting = await this.waiting(BATCH + this.retriedAt.size);
      const mails = waiting.filter((execution) => !this.retriedAt.has(jobId(execution))).slice(0, BATCH);
      for (const execution of mails) {
        this.retriedAt.set(jobId(execution), now);
        await this.retry(execution);
      }
      if (mails.length > 0)
        this.logger.log({ mails: mails.length }, 'mail server accepts mails again, waiting mails are retried');
      // The next accepted mail triggers the remaining ones.
      if (mails.length === BATCH) this.outage.failed();
    });
  }

  private retryCopyReady(purchaseId: string): Promise<void> {
    return this.logErrors(async () => {
      for (const execution of await this.ledger.failingForPurchase('send-copy-ready', purchaseId))
        await this.retry(execution);
    });
  }

  private waiting(most: number): Promise<JobExecution[]> {
    return this.ledger.failing('mail', 'send-receipt', AWAITS_RECEIPT, most);
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
