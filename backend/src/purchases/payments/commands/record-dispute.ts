import { EntityManager } from '@mikro-orm/postgresql';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type DisputeState, Purchase } from '../../orders/purchase.entity.js';
import type { DisputeFacts } from '../payment-event.js';
import { RecordRefund } from './record-refund.js';

/**
 * Records a chargeback dispute. The buyer keeps the access until the shop loses the dispute. A lost dispute about a part of
 * the price is a partial refund.
 */
export class RecordDispute extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly state: DisputeState,
    readonly facts: DisputeFacts,
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
  async execute({ purchaseId, state, facts }: RecordDispute): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    const { amountCents, feeCents, currency } = facts;
    // An amount in another currency cannot be compared with the price. Most disputes are about the whole price.
    const inCurrency = !currency || currency.toLowerCase() === purchase.currency.toLowerCase();
    const disputedCents = inCurrency ? amountCents : undefined;
    purchase.dispute(state, new Date(), { amountCents: disputedCents, feeCents });
    await this.em.flush();
    if (state === 'open') this.logger.error({ purchaseId }, 'payment disputed: needs a person');
    if (state !== 'lost') return;
    const cents = disputedCents !== undefined && disputedCents < purchase.amountCents ? disputedCents : 'all';
    await this.commands.execute(new RecordRefund(purchaseId, cents, 'dispute'));
  }
}
