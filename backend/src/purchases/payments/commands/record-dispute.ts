import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type DisputeState, Purchase } from '../../orders/purchase.entity.js';
import { RecordRefund } from './record-refund.js';

/** Records a chargeback dispute. The buyer keeps the access until the shop loses the dispute. */
export class RecordDispute extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly state: DisputeState,
  ) {
    super();
  }
}

@CommandHandler(RecordDispute)
export class RecordDisputeHandler implements ICommandHandler<RecordDispute> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
  ) {}

  @Transactional()
  async execute({ purchaseId, state }: RecordDispute): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    purchase.dispute(state, new Date());
    await this.em.flush();
    if (state === 'open') this.logger.error({ purchaseId }, 'payment disputed: needs a person');
    if (state === 'lost') await this.commands.execute(new RecordRefund(purchaseId, 'all', 'dispute'));
  }
}
