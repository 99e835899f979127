import { Injectable } from '@nestjs/common';

/** Maximum number of stored ids. A process sends fewer mails while the database is unreachable. */
const MAX_IDS = 10_000;

/**
 * Message ids of mails that this process has sent but not yet recorded in the database. A retry of the job in this process does
 * not send such a mail again. When the mail is recorded, its id is removed, so that an operator can replay the job.
 */
@Injectable()
export class SentMails {
  private readonly ids = new Set<string>();

  has(messageId: string): boolean {
    return this.ids.has(messageId);
  }

  add(messageId: string): void {
    this.ids.add(messageId);
    if (this.ids.size > MAX_IDS) this.ids.delete(this.ids.values().next().value!);
  }

  remove(messageId: string): void {
    this.ids.delete(messageId);
  }
}
