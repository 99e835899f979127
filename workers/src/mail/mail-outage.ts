import { Injectable } from '@nestjs/common';

/**
 * The server counts as down when it has temporarily refused mails to this many different recipients and has accepted no mail
 * since the first of these refusals.
 */
const REFUSALS_OF_AN_OUTAGE = 3;

/**
 * The error with which the job `send-copy-ready` fails while the download waits for the receipt. The job ledger stores
 * the error, and MailRecovery skips the job executions with this error.
 */
export const AWAITS_RECEIPT_ERROR = 'the receipt has not been sent yet';

/**
 * Tracks whether the mail server accepts the mails that this process sends. Notifies MailRecovery of each failure, of the
 * end of an outage, and of each receipt that is recorded as sent.
 */
@Injectable()
export class MailOutage {
  private isFailing = false;
  private readonly refused = new Set<string>();
  onFailure: () => void = () => undefined;
  onEnd: () => void = () => undefined;
  receiptRecorded: (purchaseId: string) => Promise<void> = () => Promise.resolve();

  get lasts(): boolean {
    return this.isFailing;
  }

  /** Records that the server accepts no mail at all. */
  failed(): void {
    this.isFailing = true;
    this.onFailure();
  }

  /** Records that the server has temporarily refused a mail to this recipient, e.g. by greylisting. */
  refusedFor(recipient: string): void {
    this.refused.add(recipient);
    if (this.refused.size >= REFUSALS_OF_AN_OUTAGE) this.failed();
  }

  succeeded(): void {
    this.refused.clear();
    if (!this.isFailing) return;
    this.isFailing = false;
    this.onEnd();
  }
}
