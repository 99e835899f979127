import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Purchase } from '../purchase.entity.js';

/** Cancels a pending order. A paid order stays unchanged. */
export class CancelPurchase extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@CommandHandler(CancelPurchase)
export class CancelPurchaseHandler implements ICommandHandler<CancelPurchase> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ purchaseId }: CancelPurchase): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    purchase.cancel(new Date());
  }
}
