import { Injectable } from '@nestjs/common';

/** Mails whose record fails at once: more than a process sends while a database is away. */
const MOST = 10_000;

/**
 * Mails that the server took and the database does not know of yet, by message id. While this process lives, a retry of their
 * job does not send them again. A recorded one is forgotten, so that an operator can have it sent once more.
 */
@Injectable()
export class SentMails {
  private readonly ids = new Set<string>();

  has(messageId: string): boolean {
    return this.ids.has(messageId);
  }

  add(messageId: string): void {
    this.ids.add(messageId);
    if (this.ids.size > MOST) this.ids.delete(this.ids.values().next().value!);
  }

  recorded(messageId: string): void {
    this.ids.delete(messageId);
  }
}
