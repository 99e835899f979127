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
 * A card was declined, which the inbox keeps. The fifth of a buyer within an hour ends the payment: its secret lies in a
 * browser, where it could be tried with one card after the other for ever.
 * @returns false for one that is too old to count
 */
export class NoteDecline extends Command<boolean> {
  constructor(
    readonly purchaseId: string,
    readonly at: Date,
  ) {
    super();
  }
}

@CommandHandler(NoteDecline)
export class NoteDeclineHandler implements ICommandHandler<NoteDecline> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly declined: DeclinedCards,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ purchaseId, at }: NoteDecline): Promise<boolean> {
    if (!DeclinedCards.isRecent(at, await databaseTime())) return false;
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { refresh: true });
    // Of several reports at the same moment each has to see the ones before it.
    const { buyerId, openedFrom, openedFromWide } = purchase;
    await advisoryLock(`declined ${buyerId ?? openedFromWide ?? openedFrom ?? purchaseId}`);
    if (purchase.status !== 'pending' || !(await this.declined.isTooOften(purchase))) return true;
    this.outbox.record(new PaymentBlocked(purchaseId));
    this.logger.warn({ purchaseId }, 'too many cards were declined: the payment ends');
    return true;
  }
}
