import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Purchase } from '../purchase.entity.js';

/** Records that the mail server has accepted the confirmation of the order. Only then may delivery begin (§ 356 (5) BGB). */
export class RecordReceiptSent extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@CommandHandler(RecordReceiptSent)
export class RecordReceiptSentHandler implements ICommandHandler<RecordReceiptSent> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId }: RecordReceiptSent): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    purchase.receiptSentAt ??= new Date();
  }
}
