import { Injectable } from '@nestjs/common';

/** This many different recipients in a row with a temporary refusal count as an outage. */
const MAX_REFUSED = 3;

/** Error of a "copy ready" mail that is tried before its receipt was sent. */
export const AWAITS_RECEIPT = 'the confirmation has not gone out yet';

/**
 * Whether the mail server accepts mails, according to the last attempts of this process. Notifies MailRecovery of failures,
 * of the end of an outage, and of each receipt that is recorded as sent.
 */
@Injectable()
export class MailOutage {
  private failing = false;
  private readonly refused = new Set<string>();
  onFailure: () => void = () => undefined;
  onEnd: () => void = () => undefined;
  receiptRecorded: (purchaseId: string) => Promise<void> = () => Promise.resolve();

  get lasts(): boolean {
    return this.failing;
  }

  /** The server accepts no mail at all. */
  failed(): void {
    this.failing = true;
    this.onFailure();
  }

  /** The server temporarily refused a mail for this recipient, for example by greylisting. */
  refusedFor(recipient: string): void {
    this.refused.add(recipient);
    if (this.refused.size >= MAX_REFUSED) this.failed();
  }

  succeeded(): void {
    this.refused.clear();
    if (!this.failing) return;
    this.failing = false;
    this.onEnd();
  }
}
