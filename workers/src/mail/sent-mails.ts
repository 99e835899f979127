import { Injectable } from '@nestjs/common';

/** Maximum number of ids: more than a process sends while the database is unreachable. */
const MAX_IDS = 10_000;

/**
 * Message ids of mails that were sent but not yet recorded in the database. A retry of their job in this process does not
 * send them again. After recording, an id is removed, so that an operator can replay the job.
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

  recorded(messageId: string): void {
    this.ids.delete(messageId);
  }
}
