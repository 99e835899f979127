import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Copy, type StoredCopy } from '../copy.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';

/**
 * Records that a marked copy is in storage. A repeat has the same key and bytes, so it changes nothing.
 * @returns false when the buyer was erased in the meantime: the caller must delete the object
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
    // Lock the purchase first: when two copies become ready concurrently, the second one must see all copies ready.
    const unlocked = await this.em.findOne(Copy, copyId, { fields: ['purchaseId'] });
    if (!unlocked) return false;
    const { purchaseId } = unlocked;
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const copies = await this.em.find(Copy, { purchaseId }, { ...FOR_UPDATE, refresh: true });
    const now = new Date();
    const copy = copies.find(({ id }) => id === copyId);
    if (!copy) return false;
    copy.ready(stored, now);
    const made = copies.every(({ state }) => state === 'ready') ? purchase.copiesMade(now) : null;
    if (made) this.outbox.record(made);
    return true;
  }
}
