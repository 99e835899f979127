import { Injectable } from '@nestjs/common';

/** So many different recipients in a row turned away for now are the server's doing. */
const RECIPIENTS = 3;

/** What a "copy ready" mail fails with that was tried before the receipt had gone. */
export const AWAITS_RECEIPT = 'the confirmation has not gone out yet';

/**
 * Whether the mail server takes mails, as this process last saw it. It tells MailRecovery about failures, about the end of an
 * outage, and about each receipt that is recorded as sent.
 */
@Injectable()
export class MailOutage {
  private failing = false;
  private readonly turnedAway = new Set<string>();
  onFailure: () => void = () => undefined;
  onEnd: () => void = () => undefined;
  receiptRecorded: (purchaseId: string) => Promise<void> = () => Promise.resolve();

  get lasts(): boolean {
    return this.failing;
  }

  /** The server took no mail at all. */
  failed(): void {
    this.failing = true;
    this.onFailure();
  }

  /** The server answered, and did not take a mail for this recipient now, e.g. because it greylists the mailbox. */
  refusedFor(recipient: string): void {
    this.turnedAway.add(recipient);
    if (this.turnedAway.size >= RECIPIENTS) this.failed();
  }

  succeeded(): void {
    this.turnedAway.clear();
    if (!this.failing) return;
    this.failing = false;
    this.onEnd();
  }
}
