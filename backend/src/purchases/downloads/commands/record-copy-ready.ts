import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Copy, type StoredCopy } from '../copy.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';

/**
 * Records that a marked copy is in storage. A retried job stores the same bytes under the same key, so a repeat of this
 * command changes nothing.
 * @returns false when the copy no longer exists, because the account was erased: the caller must delete the stored object
 */
export class RecordCopyReady extends Command<boolean> {
  constructor(
    readonly copyId: string,
    readonly stored: StoredCopy,
  ) {
    super();
  }
}

@CommandHandler(RecordCopyReady)
export class RecordCopyReadyHandler implements ICommandHandler<RecordCopyReady> {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ copyId, stored }: RecordCopyReady): Promise<boolean> {
    // Locks the purchase first, so that the transaction that records the last copy sees that all other copies are ready.
    const copyBeforeLock = await this.em.findOne(Copy, copyId, { fields: ['purchaseId'] });
    if (!copyBeforeLock) return false;
    const { purchaseId } = copyBeforeLock;
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const copies = await this.em.find(Copy, { purchaseId }, { ...FOR_UPDATE, refresh: true });
    const now = new Date();
    const copy = copies.find(({ id }) => id === copyId);
    if (!copy) return false;
    copy.ready(stored, now);
    const event = copies.every(({ state }) => state === 'ready') ? purchase.copiesMade(now) : null;
    if (event) this.outbox.record(event);
    return true;
  }
}
