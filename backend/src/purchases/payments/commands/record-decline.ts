import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { databaseTime, advisoryLock } from '../../../platform/database/database-time.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { DeclinedCards } from '../declined-cards.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { PaymentBlocked } from '../../purchases.events.js';

/**
 * Checks the limit of declined cards; the inbox contains the earlier declines. The fifth decline of a buyer within an hour
 * ends the payment. Otherwise a browser that has the payment's client secret could test stolen cards without limit.
 * @returns false for a decline that is too old to count
 */
export class RecordDecline extends Command<boolean> {
  constructor(
    readonly purchaseId: string,
    readonly at: Date,
  ) {
    super();
  }
}

@CommandHandler(RecordDecline)
export class RecordDeclineHandler implements ICommandHandler<RecordDecline> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly declined: DeclinedCards,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ purchaseId, at }: RecordDecline): Promise<boolean> {
    if (!DeclinedCards.isRecent(at, await databaseTime())) return false;
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { refresh: true });
    // The lock serialises concurrent declines, so that each one counts the previous ones.
    const { buyerId, openedFrom, openedFromWide } = purchase;
    await advisoryLock(`declined ${buyerId ?? openedFromWide ?? openedFrom ?? purchaseId}`);
    if (purchase.status !== 'pending' || !(await this.declined.reachesLimit(purchase))) return true;
    this.outbox.record(new PaymentBlocked(purchaseId));
    this.logger.warn({ purchaseId }, 'payment blocked after too many declined cards');
    return true;
  }
}
