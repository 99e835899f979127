import { Injectable } from '@nestjs/common';

/** Number of different recipients after which temporary refusals, without a success between them, count as an outage. */
const REFUSALS_OF_AN_OUTAGE = 3;

/** Error of a "copy ready" mail that is attempted before its receipt has been sent. */
export const AWAITS_RECEIPT = 'the confirmation has not gone out yet';

/**
 * Tracks from the mails of this process whether the mail server accepts mails. Notifies MailRecovery of failures, of the end
 * of an outage, and of each receipt that is recorded as sent.
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

  /** Records that the server has temporarily refused a mail for this recipient, e.g. by greylisting. */
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
