import { Injectable } from '@nestjs/common';

/**
 * Maximum number of stored ids. A process sends fewer mails than this while the database is unreachable and no job can be
 * recorded as done.
 */
const MAX_IDS = 10_000;

/**
 * Message ids of the mails that this process has sent and whose jobs are not yet recorded as done. When the job is retried
 * in this process, the mail is not sent again. The id is removed when the job is recorded as done. A replay by an operator
 * then sends the mail again.
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
